import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { checkFormerKey, expectNews, trustNetworkAgain } from '#sw/api/apiStrategy.ts';
import { albumsShown } from '#sw/images/imageStore.ts';
import { noteScreen } from '#sw/images/fetchImage.ts';
import { missingImages, warmImage } from '#sw/images/warmUp.ts';
import { handleMessage } from '#sw/messages.ts';
import { pageFails, pageStands } from '#sw/shell/launches.ts';
import { mendShell } from '#sw/shell/shell.ts';
import { keepShellBefore } from '#sw/shell/storedShell.ts';
import { MemoryClient, stubWorkerScope } from '#support/worker/workerScope.ts';

vi.mock('#sw/api/apiStrategy.ts', () => ({ checkFormerKey: vi.fn(), expectNews: vi.fn(), trustNetworkAgain: vi.fn() }));
vi.mock('#sw/images/imageStore.ts', () => ({ albumsShown: vi.fn(async () => undefined) }));
vi.mock('#sw/images/fetchImage.ts', () => ({ noteScreen: vi.fn(async () => undefined) }));
vi.mock('#sw/images/warmUp.ts', () => ({
  missingImages: vi.fn(async () => ({ missing: ['x'] })),
  warmImage: vi.fn(async () => 'stored'),
}));
vi.mock('#sw/shell/launches.ts', () => ({
  pageStands: vi.fn(async () => undefined),
  pageFails: vi.fn(async () => true),
}));
vi.mock('#sw/shell/storedShell.ts', () => ({ keepShellBefore: vi.fn(async () => undefined) }));
vi.mock('#sw/shell/shell.ts', () => ({ mendShell: vi.fn(async () => undefined) }));

let scope: ReturnType<typeof stubWorkerScope>;
beforeEach(() => {
  scope = stubWorkerScope();
});
afterEach(() => void vi.unstubAllGlobals());

class MessageToWorker extends Event {
  readonly replies: unknown[] = [];
  readonly ports = [{ postMessage: (reply: unknown) => void this.replies.push(reply) }];
  readonly work: Promise<unknown>[] = [];
  readonly data: unknown;
  readonly source: unknown;

  constructor(data: unknown, source: unknown = new MemoryClient('one', '/circuit-tree')) {
    super('message');
    this.data = data;
    this.source = source;
  }

  waitUntil(work: Promise<unknown>): void {
    this.work.push(work);
  }
}

/** The worker's reply, once all its work for the message is done. */
async function repliesTo(data: unknown, source?: unknown): Promise<unknown[]> {
  const listeners = new EventTarget();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the listener gets our own event in place of the worker's
  listeners.addEventListener('message', handleMessage as EventListener);
  const event = new MessageToWorker(data, source);
  listeners.dispatchEvent(event);
  await Promise.all(event.work);
  return event.replies;
}

it('tells a page which images are missing', async () => {
  expect(await repliesTo({ type: 'missing', urls: ['x', 'y'] })).toEqual([{ missing: ['x'] }]);
  expect(missingImages).toHaveBeenCalledWith('one', ['x', 'y']);
});

it('notes how many pixels the screen has', async () => {
  expect(await repliesTo({ type: 'screen', longSide: 3_840 })).toEqual([null]);
  expect(noteScreen).toHaveBeenCalledWith(3_840);
});

it('waits for the network again when lists are known to have changed', async () => {
  expect(await repliesTo({ type: 'albums-changed' })).toEqual([null]);
  expect(expectNews).toHaveBeenCalledOnce();
});

it('checks the key before', async () => {
  expect(await repliesTo({ type: 'former-key', apiKey: 'j', url: '/check' })).toEqual([null]);
  expect(checkFormerKey).toHaveBeenCalledWith('j', '/check');
});

it('stores an image for a page, and tells how that went', async () => {
  expect(await repliesTo({ type: 'warm', url: 'x' })).toEqual([{ outcome: 'stored' }]);
  expect(warmImage).toHaveBeenCalledWith('one', 'x', true);
  await repliesTo({ type: 'warm', url: 'z', spare: true });
  expect(warmImage).toHaveBeenLastCalledWith('one', 'z', false);
});

it('notes which albums a page shows', async () => {
  expect(await repliesTo({ type: 'showing', albumSlugs: ['a'] })).toEqual([null]);
  expect(albumsShown).toHaveBeenCalledWith('one', ['a']);
});

it('trusts the network again and mends the shell when a page has reached the server', async () => {
  expect(await repliesTo({ type: 'server-reachable' })).toEqual([null]);
  expect(trustNetworkAgain).toHaveBeenCalledOnce();
  expect(mendShell).toHaveBeenCalledOnce();
  expect(scope.skipWaiting).not.toHaveBeenCalled();
});

it('takes over when a page asks for it, with a copy of the build before (walls: seed 8109)', async () => {
  vi.mocked(keepShellBefore).mockImplementation(async () => expect(scope.skipWaiting).not.toHaveBeenCalled());
  expect(await repliesTo({ type: 'SKIP_WAITING' })).toEqual([null]);
  expect(keepShellBefore).toHaveBeenCalledOnce();
  expect(scope.skipWaiting).toHaveBeenCalledOnce();
});

it('hears whether the start of a page succeeded, and says whether it goes back to the build before', async () => {
  expect(await repliesTo({ type: 'standing' })).toEqual([null]);
  expect(pageStands).toHaveBeenCalledWith('one');
  const failure = { type: 'launch-failed', entry: '/assets/index.js' };
  expect(await repliesTo(failure)).toEqual([{ goesBack: true }]);
  expect(pageFails).toHaveBeenCalledWith('one', '/assets/index.js');
});

it('knows no page in a message that comes from none', async () => {
  await repliesTo({ type: 'warm', url: 'y' }, null);
  expect(warmImage).toHaveBeenLastCalledWith('', 'y', true);
});

it.each([null, 'SKIP_WAITING', {}, { type: 7 }, { type: 'unknown' }])('has nothing to say to %j', async (data) => {
  expect(await repliesTo(data)).toEqual([]);
});
