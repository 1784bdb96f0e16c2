import { cacheNames } from 'workbox-core';
import {
  addPlugins,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  getCacheKeyForURL,
  precache,
} from 'workbox-precaching';
import { NetworkOnly, StaleWhileRevalidate } from 'workbox-strategies';
import { isShellPage, type ShellPage } from '#contract/areas.ts';
import { ENVIRONMENT_SCRIPT } from '#contract/paths.ts';
import { CACHES } from '#contract/storageKeys.ts';
import { storedFile, storedPage, mayBeStored } from './storedShell.ts';
import { shellEntries, shellUrls } from './shellEntries.ts';
import { isShellResponse } from './shellResponse.ts';
import { unreachablePage } from './unreachablePage.ts';

interface HandlerOptions {
  event: ExtendableEvent;
  request: Request;
  url: URL;
}

const onlyShellResponses = {
  cacheWillUpdate: ({ request, response }: { request: Request; response: Response }) =>
    Promise.resolve(isShellResponse(request.url, response) ? response : null),
};

const NETWORK_TIMEOUT_S = 5;

export function precacheShell(): void {
  addPlugins([onlyShellResponses]);
  precache(shellEntries);
  cleanupOutdatedCaches();
}

/**
 * Responds for the landing, the kiosk and codenames, which start from the precached page, or from the previous build if
 * this one has failed.
 */
export function shellHandler(page: ShellPage): (options: HandlerOptions) => Promise<Response> {
  const ownPage = createHandlerBoundToURL(page);
  return async (options) => {
    // Both are read at once, since a start waits for them.
    const own = ownPage(options);
    own.catch(() => undefined);
    return (await storedPage(page)) ?? own;
  };
}

/** Serves a file of the shell from the precache, or one of the build before; undefined for any other URL. */
export function shellFileHandler(address: string): ((options: HandlerOptions) => Promise<Response>) | undefined {
  const url = new URL(address);
  if (isShellPage(url.pathname)) return undefined;
  if (getCacheKeyForURL(address) !== undefined) return createHandlerBoundToURL(address);
  return mayBeStored(url) ? ({ request }) => storedFile(request) : undefined;
}

/** A status of 500 or more often comes from a gateway before the server: the server then counts as out of reach. */
const fetchDidSucceed = ({ response }: { response: Response }) =>
  response.status >= 500 ? Promise.reject(new Error('The server is out of reach')) : Promise.resolve(response);

const unreachableInsteadOfFailure = { fetchDidSucceed, handlerDidError: () => Promise.resolve(unreachablePage()) };

/**
 * Responds for the admin pages and the socket test page, which need the server. While it is out of reach, a page says
 * so.
 */
export function livePageHandler(): NetworkOnly {
  return new NetworkOnly({ plugins: [unreachableInsteadOfFailure] });
}

/**
 * Responds for addresses that are no page of the app. The server is asked first, since it may serve something there.
 * When it is out of reach the app starts, and says that there is no such page.
 */
export function unknownPageHandler(page: ShellPage): ReturnType<typeof shellHandler> {
  const shell = shellHandler(page);
  return (options) => {
    const handlerDidError = () => shell(options);
    const plugins = [{ fetchDidSucceed, handlerDidError }];
    return new NetworkOnly({ plugins, networkTimeoutSeconds: NETWORK_TIMEOUT_S }).handle(options);
  };
}

export function environmentHandler(): StaleWhileRevalidate {
  return new StaleWhileRevalidate({ cacheName: CACHES.environment, plugins: [onlyShellResponses] });
}

/** Stores the app's settings for a start offline: the first load requested them before the worker was active. */
export async function storeEnvironment(): Promise<void> {
  try {
    const response = await fetch(ENVIRONMENT_SCRIPT, { cache: 'no-cache' });
    if (!isShellResponse(response.url, response)) return;
    await (await caches.open(CACHES.environment)).put(ENVIRONMENT_SCRIPT, response);
  } catch {
    // Not an error: the app has defaults that work, and its next load requests the settings again.
  }
}

/** Stores again single files of the shell that the browser, to free space, or a person has deleted. */
export async function mendShell(): Promise<void> {
  const cache = await caches.open(cacheNames.precache);
  for (const url of shellUrls()) {
    const cacheKey = getCacheKeyForURL(url);
    if (cacheKey === undefined || (await cache.match(cacheKey))) continue;
    try {
      const response = await fetch(url, { cache: 'no-cache' });
      if (isShellResponse(response.url, response)) await cache.put(cacheKey, response);
    } catch {
      // The server is out of reach again: the next page that reaches it starts another attempt.
    }
  }
}
