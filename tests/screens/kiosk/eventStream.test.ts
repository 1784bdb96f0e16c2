import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TabletEvents } from '#src/tablet/eventStream.ts';

// jsdom has no EventSource; what a real one brings is in tests/e2e/tablets/tabletEvents.spec.ts.

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
