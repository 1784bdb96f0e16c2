import { cacheNames } from 'workbox-core';
import { getCacheKeyForURL } from 'workbox-precaching';
import type { PrecacheEntry } from 'workbox-precaching/_types.js';
import { KIOSK_ROOT } from '#contract/areas.ts';
import type { StoredShell } from '#domain/shellHealth.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] };

/** The files of this build, inserted by the build itself. */
export const shellEntries = self.__WB_MANIFEST;

export function shellUrls(): string[] {
  return shellEntries.map((entry) => (typeof entry === 'string' ? entry : entry.url));
}

/** The parameter by which workbox tells the versions of a page apart in the names under which it stores them. */
const REVISION = '__WB_REVISION__';

/** Returns the build whose page this stored file is; undefined for all other files. */
export function buildOfPage(storedUrl: string): string | undefined {
  const { pathname, searchParams } = new URL(storedUrl, self.location.origin);
  return pathname === KIOSK_ROOT ? (searchParams.get(REVISION) ?? undefined) : undefined;
}

/** The shell of this worker's own build. A build is named by its page, which names all its scripts. */
export function ownShell(): StoredShell {
  const files = shellUrls().flatMap((url) => getCacheKeyForURL(url) ?? []);
  const build = files.map(buildOfPage).find((name) => name !== undefined);
  return { build: build ?? '', files };
}

/** The form that browsers with static routing (Chromium 123 and later) accept; TypeScript does not know it yet. */
interface StaticRoute {
  condition: { or: { urlPattern: string }[] };
  source: { cacheName: string };
}

/** Characters with another meaning in a pattern than in an address. */
const OF_PATTERNS = /[*:?+(){}\\]/;

/**
 * Scripts and styles of this build, which are stored at the very address that pages request. The pages themselves are
 * not among them, since the worker decides which build is opened.
 */
function ownFiles(): string[] {
  return shellUrls()
    .map((url) => new URL(url, self.location.origin))
    .filter(({ href, pathname }) => getCacheKeyForURL(href) === href && !OF_PATTERNS.test(pathname))
    .map(({ pathname }) => pathname);
}

/**
 * Makes the browser itself read this build's files from the precache, without the worker, which may have to be started
 * first. A file that is missing there comes from the network. Call it when the worker is installed.
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
