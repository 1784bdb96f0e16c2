import { cacheNames } from 'workbox-core';
import { getCacheKeyForURL } from 'workbox-precaching';
import { shellUrls } from './shellEntries.ts';

declare const self: ServiceWorkerGlobalScope;

/** The form that browsers with static routing (Chromium 123 and later) accept; TypeScript does not know it yet. */
interface StaticRoute {
  condition: { or: { urlPattern: string }[] };
  source: { cacheName: string };
}

/** Means something else in a pattern than in an address. */
const OF_PATTERNS = /[*:?+(){}\\]/;

/**
 * Scripts and styles of this build, which are stored at the very address that pages ask for. The pages themselves are
 * not among them: which build is opened is for the worker to say.
 */
function ownFiles(): string[] {
  return shellUrls()
    .map((url) => new URL(url, self.location.origin))
    .filter(({ href, pathname }) => getCacheKeyForURL(href) === href && !OF_PATTERNS.test(pathname))
    .map(({ pathname }) => pathname);
}

/**
 * Lets the browser itself take this build's files out of the precache, without asking the worker, which may have to be
 * started first. A file that is missing there comes from the network. To be called when the worker is installed.
 */
export async function routeOwnFiles(event: ExtendableEvent): Promise<void> {
  if (!('addRoutes' in event) || typeof event.addRoutes !== 'function') return;
  const patterns = ownFiles().map((urlPattern) => ({ urlPattern }));
  const route: StaticRoute = { condition: { or: patterns }, source: { cacheName: cacheNames.precache } };
  try {
    await event.addRoutes([route]);
  } catch {
    // The worker serves them, as it does in other browsers.
  }
}
