import { getCacheKeyForURL } from 'workbox-precaching';
import type { PrecacheEntry } from 'workbox-precaching/_types.js';
import { KIOSK_ROOT } from '#contract/areas.ts';
import type { StoredShell } from '#domain/updates/shellHealth.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] };

/** The files of this build, put here by the build itself. */
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
