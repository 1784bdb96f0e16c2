import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchStart, type StartWatch } from '#src/boot/watchdog.ts';

const FAILURES = 'boot-failures';
const TRIED_AFRESH = 'boot-tried-afresh';
const OLD_ENTRY = '/assets/index-Old.js';
const NEW_ENTRY = '/assets/index-New.js';

const reload = vi.fn<() => void>();
const server = vi.fn<typeof fetch>();
const deletedCaches = vi.fn<(name: string) => void>();
const unregister = vi.fn<() => void>();
const getRegistrations = async () => [{ unregister }];
/** The watchdogs of earlier tests must not hear the events of later ones. */
let listeners = new AbortController();

function serve(entry: string): void {
  const page = `<template id="app-tags"><script src="/environment.js"></script><script type="module" crossorigin src="${entry}"></script></template>`;
  server.mockImplementation(async () => new Response(page));
}

function watch(): StartWatch {
  return watchStart(reload);
}

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);
const failures = () => localStorage.getItem(FAILURES);

const scriptThrows = (filename: string) => window.dispatchEvent(new ErrorEvent('error', { filename }));
const elementFails = (tag: 'script' | 'img', src: string) => {
  const element = document.createElement(tag);
  element.setAttribute('src', src);
  document.head.append(element);
  element.dispatchEvent(new Event('error'));
};

const tags = () => Array.from(document.head.querySelectorAll('script'), (script) => script.getAttribute('data-name'));

beforeEach(() => {
  vi.useFakeTimers();
  listeners = new AbortController();
  const add = window.addEventListener.bind(window);
  vi.spyOn(window, 'addEventListener').mockImplementation((type: string, listener: unknown, capture: unknown) => {
    if (typeof listener !== 'function') return;
    const call = (event: Event) => void Reflect.apply(listener, window, [event]);
    add(type, call, { capture: capture === true, signal: listeners.signal });
  });
  vi.stubGlobal('fetch', server);
  vi.stubGlobal('caches', {
    keys: async () => ['workbox-precache-v2', 'photos-medium'],
    delete: async (name: string) => deletedCaches(name),
  });
  vi.stubGlobal('navigator', { serviceWorker: { getRegistrations } });
  server.mockRejectedValue(new TypeError('Failed to fetch'));
});

afterEach(() => {
  listeners.abort();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetAllMocks();
  document.head.innerHTML = '';
});

describe('a start', () => {
  it('that shows nothing within 45 s has failed, and the page is reloaded', async () => {
    watch();
    await seconds(44.9);
    expect(reload).not.toHaveBeenCalled();
    await seconds(0.2);
    expect(reload).toHaveBeenCalledTimes(1);
    expect(failures()).toBe('1');
    expect(server).not.toHaveBeenCalled();
  });

  it('that succeeded is watched no longer, and clears the notes of the ones that failed', async () => {
    localStorage.setItem(FAILURES, '1');
    localStorage.setItem(TRIED_AFRESH, OLD_ENTRY);
    const start = watch();
    start.succeeded();
    start.failed();
    await seconds(60);
    expect(reload).not.toHaveBeenCalled();
    expect([failures(), localStorage.getItem(TRIED_AFRESH)]).toEqual(['', '']);
  });

  it('writes nothing when there is nothing to clear', () => {
    watch().succeeded();
    expect([failures(), localStorage.getItem(TRIED_AFRESH)]).toEqual([null, null]);
  });

  it('fails once, however many tell so, and cannot succeed afterwards', async () => {
    const start = watch();
    start.failed();
    start.failed();
    start.succeeded();
    await seconds(60);
    expect(reload).toHaveBeenCalledTimes(1);
    expect(failures()).toBe('1');
  });

  it('is reloaded even where nothing can be stored', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    watch().failed();
    expect(reload).toHaveBeenCalledTimes(1);
  });
});

/** The page has a worker, which replies so; a worker of an older release does not reply. */
function workerReplies(reply: { goesBack: boolean } | undefined) {
  const messages: unknown[] = [];
  const postMessage = (message: unknown, [port]: MessagePort[]) => {
    messages.push(message);
    if (reply) port?.postMessage(reply);
  };
  vi.stubGlobal('navigator', { serviceWorker: { controller: { postMessage }, getRegistrations } });
  return messages;
}

describe('the second failure in a row', () => {
  beforeEach(() => localStorage.setItem(FAILURES, '1'));

  const failedIn = { type: 'launch-failed', entry: OLD_ENTRY };
  const runOldBuild = () => (document.head.innerHTML = `<script type="text/plain" src="${OLD_ENTRY}"></script>`);

  it('is a reload if the worker goes back to the build before, and nothing is thrown away', async () => {
    runOldBuild();
    const messages = workerReplies({ goesBack: true });
    serve(NEW_ENTRY);
    watch().failed();
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    await seconds(60);
    expect(messages).toEqual([failedIn]);
    expect(reload).toHaveBeenCalledTimes(1);
    expect(deletedCaches).not.toHaveBeenCalled();
  });

  it.each([
    ['has no build to go back to', { goesBack: false }],
    ['is of an older release and does not reply', undefined],
  ])('fetches everything afresh if the worker %s', async (_what, reply) => {
    workerReplies(reply);
    serve(NEW_ENTRY);
    watch().failed();
    await seconds(3);
    await vi.waitFor(() => expect(deletedCaches).toHaveBeenCalledWith('workbox-precache-v2'));
    expect(unregister).toHaveBeenCalledTimes(1);
  });

  it('is not the first one, which the worker is told of while the page reloads', () => {
    localStorage.setItem(FAILURES, '');
    runOldBuild();
    const messages = workerReplies({ goesBack: false });
    watch().failed();
    expect(reload).toHaveBeenCalledTimes(1);
    expect(messages).toEqual([failedIn]);
  });

  it('comes not: the worker hears of a start that succeeded', () => {
    const messages = workerReplies(undefined);
    watch().succeeded();
    expect(messages).toEqual([{ type: 'standing' }]);
  });

  it('throws the stored shell away, never the photos, and fetches everything afresh', async () => {
    serve(NEW_ENTRY);
    watch().failed();
    await seconds(0);
    expect(server).toHaveBeenCalledWith('/codenames', { cache: 'no-store' });
    expect(deletedCaches.mock.calls).toEqual([['workbox-precache-v2']]);
    expect(unregister).toHaveBeenCalledTimes(1);
    expect(reload).toHaveBeenCalledTimes(1);
    expect(localStorage.getItem(TRIED_AFRESH)).toBe(NEW_ENTRY);
    expect(failures()).toBe('2');
  });

  it('leaves the shell alone while the server has the same build, and looks for another every 15 s', async () => {
    localStorage.setItem(TRIED_AFRESH, OLD_ENTRY);
    serve(OLD_ENTRY);
    watch().failed();
    await seconds(29);
    expect(server).toHaveBeenCalledTimes(2);
    expect(reload).not.toHaveBeenCalled();
    expect(deletedCaches).not.toHaveBeenCalled();
    serve(NEW_ENTRY);
    await seconds(2);
    expect(deletedCaches).toHaveBeenCalledTimes(1);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it.each<[string, () => Promise<Response>]>([
    ['out of reach', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['ill', async () => new Response('Bad Gateway', { status: 502 })],
    ['behind a portal', async () => new Response('<h1>Please sign in</h1>')],
    ['sending it elsewhere', async () => Object.defineProperty(new Response(), 'redirected', { value: true })],
  ])('keeps what is stored while the server is %s', async (_what, respond) => {
    server.mockImplementation(respond);
    watch().failed();
    await seconds(16);
    expect(server).toHaveBeenCalledTimes(2);
    expect(deletedCaches).not.toHaveBeenCalled();
    expect(reload).not.toHaveBeenCalled();
    expect(localStorage.getItem(TRIED_AFRESH)).toBe(null);
  });

  it('reloads where there is neither worker nor store', async () => {
    vi.stubGlobal('navigator', {});
    serve(NEW_ENTRY);
    watch().failed();
    await seconds(0);
    expect(deletedCaches).not.toHaveBeenCalled();
    expect(reload).toHaveBeenCalledTimes(1);
  });
});

describe('an error', () => {
  it.each<[string, () => void]>([
    ['thrown by a script of the app', () => scriptThrows('http://localhost/assets/index-Old.js')],
    ['of a script of the app that did not come', () => elementFails('script', '/assets/index-Old.js')],
  ])('%s is a failed start unless a screen is shown soon after', async (_what, fail) => {
    watch();
    fail();
    await seconds(1.4);
    expect(reload).not.toHaveBeenCalled();
    await seconds(0.2);
    expect(reload).toHaveBeenCalledTimes(1);

    reload.mockClear();
    const start = watch();
    fail();
    start.succeeded();
    await seconds(2);
    // The first watchdog has settled, the second has its success.
    expect(reload).not.toHaveBeenCalled();
  });

  it.each<[string, () => void]>([
    ['of the settings', () => elementFails('script', '/environment.js')],
    ['of a picture', () => elementFails('img', '/photos/holidays/medium/beach.jpg')],
    ['of a picture among the assets', () => elementFails('img', '/assets/logo-Old.svg')],
    ['of an inline script', () => scriptThrows('http://localhost/circuit-tree')],
    ['without a source', () => scriptThrows('')],
  ])('%s is none', async (_what, fail) => {
    watch();
    fail();
    await seconds(40);
    expect(reload).not.toHaveBeenCalled();
  });
});

describe("the app's script tags", () => {
  beforeEach(() => {
    document.head.innerHTML =
      '<link rel="icon" href="data:,"><template id="app-tags">' +
      '<script type="text/plain" data-name="settings"></script><script type="text/plain" data-name="app"></script></template>';
  });

  it('are let go, once, when the first frame has not done so in two seconds after the page was parsed', async () => {
    watch();
    await seconds(3);
    expect(tags()).toEqual([]);
    window.dispatchEvent(new Event('DOMContentLoaded'));
    await seconds(1.9);
    expect(tags()).toEqual([]);
    await seconds(0.2);
    expect(tags()).toEqual(['settings', 'app']);
    expect(document.querySelector('template, link')).toBe(null);
    window.dispatchEvent(new Event('DOMContentLoaded'));
    await seconds(3);
    expect(tags()).toEqual(['settings', 'app']);
  });
});
