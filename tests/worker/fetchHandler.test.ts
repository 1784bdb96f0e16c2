import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pageOpens } from '#sw/api/apiStrategy.ts';
import { handleFetch } from '#sw/fetchHandler.ts';
import { bindPage, rememberPageKey } from '#sw/keys/pageKeys.ts';
import { watchLaunch } from '#sw/shell/launches.ts';
import { ORIGIN, stubWorkerScope } from '#support/worker/workerScope.ts';

/** Each strategy responds with its name and what it was told. */
vi.mock('#sw/api/apiStrategy.ts', () => ({
  isNetworkTrusted: () => true,
  pageOpens: vi.fn(),
  ApiStrategy: class {
    readonly handle: () => string;
    constructor({ apiKey, name }: { apiKey: string; name: string }) {
      this.handle = () => `api ${apiKey} ${name}`;
    }
  },
}));
vi.mock('#sw/images/imageStrategy.ts', () => ({
  ImageStrategy: class {
    readonly handle: () => string;
    constructor({ albumSlug }: { albumSlug: string }) {
      this.handle = () => `image ${albumSlug}`;
    }
  },
}));
const keyOfPage = vi.hoisted(() => ({ hash: undefined as string | undefined }));
vi.mock('#sw/keys/pageKeys.ts', () => ({
  bindPage: vi.fn(),
  rememberPageKey: vi.fn(),
  keyHashOfPage: async () => keyOfPage.hash,
}));
vi.mock('#sw/otherFiles.ts', () => ({
  OTHER_FILES: {
    sounds: { pattern: '/photos/:albumSlug/sound/:filename', respond: (_request: Request, place: unknown) => place },
  },
}));
vi.mock('#sw/shell/launches.ts', () => ({ watchLaunch: vi.fn() }));
vi.mock('#sw/shell/shell.ts', () => ({
  environmentHandler: () => ({ handle: () => 'environment' }),
  livePageHandler: () => ({ handle: () => 'live page' }),
  shellHandler: (page: string) => () => `shell ${page}`,
  unknownPageHandler: (page: string) => () => `unknown page, else ${page}`,
  shellFileHandler: (url: string) => (url.endsWith('/logo.svg') ? () => `file ${url}` : undefined),
}));

beforeEach(() => void stubWorkerScope());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

class RequestToWorker extends Event {
  response: unknown = 'left to the browser';
  readonly clientId = 'page';
  readonly resultingClientId = 'new page';
  readonly request: Request;

  constructor(path: string, init: RequestInit = {}) {
    super('fetch');
    this.request = new Request(new URL(path, ORIGIN), init);
  }

  respondWith(response: unknown): void {
    this.response = response;
  }

  waitUntil(): void {}
}

function dispatch(event: RequestToWorker): unknown {
  const listeners = new EventTarget();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the listener gets our own event in place of the worker's
  listeners.addEventListener('fetch', handleFetch as EventListener);
  listeners.dispatchEvent(event);
  return event.response;
}

function responseTo(path: string, init: RequestInit = {}): unknown {
  return dispatch(new RequestToWorker(path, init));
}

/** Only a browser can make a request with the mode `navigate`. */
function navigationTo(path: string): unknown {
  const event = new RequestToWorker(path);
  Object.defineProperty(event.request, 'mode', { value: 'navigate' });
  return dispatch(event);
}

it('hands calls, images and settings to their strategies', () => {
  const headers = { 'X-API-Key': 'k' };
  expect(responseTo('/auth/check-api-key/k')).toBe('api k key-check');
  expect(responseTo('/photos/albums', { headers })).toBe('api k albums');
  expect(responseTo('/photos/a/medium/x.jpg')).toBe('image a');
  expect(responseTo('/environment.js')).toBe('environment');
  expect(watchLaunch).not.toHaveBeenCalled();
});

it('gives other files of photos as they are stored for the key of a page, and without a key as the server has them', async () => {
  const sound = '/photos/a/sound/x.jpg';
  vi.stubGlobal('fetch', () => 'from the server');
  expect(await responseTo(sound)).toBe('from the server');
  keyOfPage.hash = 'aa';
  expect(await responseTo(sound)).toEqual({ keyHash: 'aa', albumSlug: 'a', url: ORIGIN + sound });
  keyOfPage.hash = undefined;
  expect(navigationTo(sound), 'opened by a person').toBe('left to the browser');
});

it('gives pages from the shell, and notes the key of their address', () => {
  expect(navigationTo('/circuit-tree/clock?apiKey=k')).toBe('shell /circuit-tree');
  expect(rememberPageKey).toHaveBeenCalledWith('new page', `${ORIGIN}/circuit-tree/clock?apiKey=k`);
  expect(pageOpens).toHaveBeenCalledOnce();
  expect(watchLaunch).toHaveBeenCalledWith('new page');
  expect(navigationTo('/codenames')).toBe('shell /codenames');
});

it('asks the server for live pages', () => {
  expect(navigationTo('/admin')).toBe('live page');
  expect(pageOpens).not.toHaveBeenCalled();
});

it('asks the server for what is no page, but has the files of the shell', () => {
  expect(navigationTo('/circuit-tree/nowhere?apiKey=k')).toBe('unknown page, else /circuit-tree');
  expect(navigationTo('/nowhere')).toBe('unknown page, else /');
  expect(navigationTo('/logo.svg')).toBe(`file ${ORIGIN}/logo.svg`);
  expect(navigationTo('/health')).toBe('left to the browser');
  expect(pageOpens).not.toHaveBeenCalled();
  expect(rememberPageKey).not.toHaveBeenCalled();
});

it('notes that a page belongs to a signed-in person, and leaves the call to the browser', () => {
  const headers = { Authorization: 'Bearer t' };
  expect(responseTo('/photos/albums', { headers })).toBe('left to the browser');
  expect(bindPage).toHaveBeenCalledWith('page', '');
  expect(responseTo('/users', { headers, method: 'POST' })).toBe('left to the browser');
  expect(bindPage).toHaveBeenCalledTimes(2);
});

it('gives files of the shell, and nothing else', () => {
  expect(responseTo('/logo.svg')).toBe(`file ${ORIGIN}/logo.svg`);
  expect(responseTo('/logo.svg', { method: 'POST' })).toBe('left to the browser');
  expect(responseTo('/health')).toBe('left to the browser');
});
