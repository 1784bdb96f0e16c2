import { cacheNames } from 'workbox-core';
import {
  addPlugins,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  getCacheKeyForURL,
  precache,
} from 'workbox-precaching';
import type { PrecacheEntry } from 'workbox-precaching/_types.js';
import { NetworkOnly, StaleWhileRevalidate } from 'workbox-strategies';
import { isShellPage } from '../src/contract/pages.ts';
import { ENVIRONMENT_SCRIPT } from '../src/contract/paths.ts';
import type { ShellPage } from './routes.ts';
import { unreachablePage } from './unreachablePage.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] };

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

const shellEntries = self.__WB_MANIFEST;

export function precacheShell(): void {
  addPlugins([onlyWhatItSays]);
  precache(shellEntries);
  cleanupOutdatedCaches();
}

/** The landing, the kiosk and codenames start from the precached page. */
export function shellHandler(page: ShellPage) {
  return createHandlerBoundToURL(page);
}

/** Answers a file of the shell from the precache; undefined for any other URL. */
export function shellFileHandler(url: string) {
  const isShellFile = !isShellPage(new URL(url).pathname) && getCacheKeyForURL(url) !== undefined;
  return isShellFile ? createHandlerBoundToURL(url) : undefined;
}

const unreachableInsteadOfFailure = {
  fetchDidSucceed: ({ response }: { response: Response }) =>
    response.status >= 500 ? Promise.reject(new Error('The server is out of reach')) : Promise.resolve(response),
  handlerDidError: () => Promise.resolve(unreachablePage()),
};

/** Administration and the test page need the server, and say so while it is out of reach. */
export function livePageHandler(): NetworkOnly {
  return new NetworkOnly({ plugins: [unreachableInsteadOfFailure] });
}

export function environmentHandler(): StaleWhileRevalidate {
  return new StaleWhileRevalidate({ cacheName: 'environment', plugins: [onlyWhatItSays] });
}

/** The first load asked for its settings before there was a worker: without this it could not start offline. */
export async function keepEnvironment(): Promise<void> {
  try {
    const response = await fetch(ENVIRONMENT_SCRIPT, { cache: 'no-cache' });
    if (!isWhatItSays(response.url, response)) return;
    await (await caches.open('environment')).put(ENVIRONMENT_SCRIPT, response);
  } catch {
    // The app has working defaults, and the next load asks again.
  }
}

/** A browser short of space, or a person, drops single files too: with the server in reach they return. */
export async function mendShell(): Promise<void> {
  const cache = await caches.open(cacheNames.precache);
  const urls = shellEntries.map((entry) => (typeof entry === 'string' ? entry : entry.url));
  for (const url of urls) {
    const cacheKey = getCacheKeyForURL(url);
    if (cacheKey === undefined || (await cache.match(cacheKey))) continue;
    try {
      const response = await fetch(url, { cache: 'no-cache' });
      if (isWhatItSays(response.url, response)) await cache.put(cacheKey, response);
    } catch {
      // Out of reach again; the next page that hears from the server asks anew.
    }
  }
}
