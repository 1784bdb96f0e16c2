import { addPlugins, cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import type { PrecacheEntry } from 'workbox-precaching/_types.js';
import { NetworkOnly, StaleWhileRevalidate } from 'workbox-strategies';
import { unreachablePage } from './unreachablePage.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] };

const ENVIRONMENT_PATH = '/environment.js';
const EXPECTED_TYPES: Record<string, RegExp> = {
  js: /javascript/i,
  css: /^text\/css/i,
  html: /^text\/html/i,
  svg: /^image\/svg/i,
};

/** A captive portal answers everything with a page of its own; none of that gets into the shell. */
function isWhatItSays(url: string, response: Response): boolean {
  const extension = /\.(\w+)$/.exec(new URL(url).pathname)?.[1] ?? '';
  const expected = EXPECTED_TYPES[extension];
  const type = response.headers.get('Content-Type') ?? '';
  return response.status === 200 && !response.redirected && (expected?.test(type) ?? true);
}

const onlyWhatItSays = {
  cacheWillUpdate: ({ request, response }: { request: Request; response: Response }) =>
    Promise.resolve(isWhatItSays(request.url, response) ? response : null),
};

export function precacheShell(): void {
  addPlugins([onlyWhatItSays]);
  precacheAndRoute(self.__WB_MANIFEST, { cleanURLs: false, directoryIndex: '' });
  cleanupOutdatedCaches();
}

/** The landing, the kiosk and codenames start from the precached page. */
export function shellHandler() {
  return createHandlerBoundToURL('/index.html');
}

/** Administration and the test page need the server, and say so while it is out of reach. */
export function livePageHandler(): NetworkOnly {
  return new NetworkOnly({ plugins: [{ handlerDidError: () => Promise.resolve(unreachablePage()) }] });
}

export function environmentHandler(): StaleWhileRevalidate {
  return new StaleWhileRevalidate({ cacheName: 'environment', plugins: [onlyWhatItSays] });
}

/** The first load asked for its settings before there was a worker: without this it could not start offline. */
export async function keepEnvironment(): Promise<void> {
  try {
    const response = await fetch(ENVIRONMENT_PATH, { cache: 'no-cache' });
    if (!isWhatItSays(response.url, response)) return;
    await (await caches.open('environment')).put(ENVIRONMENT_PATH, response);
  } catch {
    // The app has working defaults, and the next load asks again.
  }
}
