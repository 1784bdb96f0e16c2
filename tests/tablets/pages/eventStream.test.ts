import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keyKnown, onKeyRevoked } from '#src/shared/kioskKey/kioskKey.ts';
import { TabletEvents } from '#src/wall/tablet/eventStream.ts';
import { startLiveTablet } from '#src/wall/tablet/liveTablet.ts';

// jsdom has no EventSource; what a real one brings is in tests/tablets/journeys/tabletEvents.spec.ts.

/** A stream whose other end is the test. */
class Stream extends EventTarget {
  static readonly opened: Stream[] = [];
  readonly readyState = 0;

  constructor() {
    super();
    Stream.opened.push(this);
  }

  close(): void {
    this.dispatchEvent(new Event('closed'));
  }

  tellRevoked(): void {
    this.dispatchEvent(new MessageEvent('revoked', { data: '{}' }));
  }

  sayAlive(): void {
    this.dispatchEvent(new MessageEvent('alive', { data: '' }));
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', Stream);
  Stream.opened.length = 0;
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function listen() {
  const onListening = vi.fn<(hasFailed: boolean) => void>();
  const events = new TabletEvents({ apiKey: 'key', onEvent: () => undefined, onListening, onRefused: () => undefined });
  return { onListening, events };
}

test('a first stream that comes at once has missed nothing', () => {
  const { onListening, events } = listen();
  Stream.opened[0]?.sayAlive();
  Stream.opened[0]?.sayAlive();
  expect(onListening.mock.calls).toEqual([[false]]);
  events.close();
});

test('a first stream after a server that was not there yet says so: what was asked meanwhile has failed too', () => {
  const { onListening, events } = listen();
  Stream.opened[0]?.dispatchEvent(new Event('error'));
  expect(onListening).not.toHaveBeenCalled();
  vi.advanceTimersByTime(4_000);
  expect(Stream.opened).toHaveLength(2);
  Stream.opened[1]?.sayAlive();
  expect(onListening.mock.calls).toEqual([[true]]);
  events.close();
});

test('a stream that a proxy holds back is tried again, later each time', () => {
  const { onListening, events } = listen();
  vi.advanceTimersByTime(14_000);
  expect(Stream.opened).toHaveLength(2);
  vi.advanceTimersByTime(60_000);
  expect(Stream.opened.length).toBeLessThan(7);
  expect(onListening).not.toHaveBeenCalled();
  events.close();
});

test('a stream is opened at once when its own server responds again after another (walls: seed 8509)', () => {
  const { onListening, events } = listen();
  keyKnown.set(false);
  for (let attempt = 0; attempt < 8; attempt += 1) {
    Stream.opened.at(-1)?.dispatchEvent(new Event('error'));
    vi.runOnlyPendingTimers();
  }
  Stream.opened.at(-1)?.dispatchEvent(new Event('error'));
  const before = Stream.opened.length;
  keyKnown.set(true);
  expect(Stream.opened).toHaveLength(before + 1);
  Stream.opened.at(-1)?.sayAlive();
  expect(onListening.mock.calls).toEqual([[true]]);
  events.close();
  keyKnown.set(false);
  keyKnown.set(true);
  expect(Stream.opened).toHaveLength(before + 1);
});

test('a tablet that is told that its key is revoked leaves only if the server then refuses the key', async () => {
  const asked = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  const onRevoked = vi.fn<() => void>();
  onKeyRevoked('key', onRevoked);
  const screens = { onAlbums: vi.fn(), onWarmUp: vi.fn(), onShow: vi.fn(), onIdentify: vi.fn() };
  const stop = startLiveTablet('key', screens);
  Stream.opened[0]?.tellRevoked();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toHaveBeenCalledTimes(2);
  expect(onRevoked).not.toHaveBeenCalled();
  asked.mockResolvedValue(Response.json({ valid: false, code: 'credential-refused' }, { status: 401 }));
  Stream.opened[0]?.tellRevoked();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(onRevoked).toHaveBeenCalledTimes(1);
  stop();
  asked.mockRestore();
});
