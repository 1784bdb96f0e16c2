import { get, update } from 'idb-keyval';
import { cacheNames } from 'workbox-core';
import { isShellPage, LANDING, type ShellPage } from '#contract/areas.ts';
import { CACHES, RECORDS } from '#contract/storageKeys.ts';
import { goesBack, type StoredShell, healthOf, type ShellHealth, UNKNOWN_HEALTH } from '#domain/shellHealth.ts';
import { parsedJson } from '#domain/records.ts';
import { deleteCache } from '../deleteCache.ts';
import { deletePicture, makingRoom } from '../images/imageStore.ts';
import { inTime } from '../inTime.ts';
import { buildOfPage, ownShell } from './shellEntries.ts';

declare const self: ServiceWorkerGlobalScope;

const ASSETS = '/assets/';
/** Takes about as much space as a shell. */
const PICTURES_PER_SHELL = 10;

/** The place of a precached file: the address that pages ask for. */
function pathInPrecache(storedUrl: string): string {
  return new URL(storedUrl, self.location.origin).pathname;
}

/** Pictures outside of it have the same address in every build, and are served from the newest. */
function isWorthKeeping(storedUrl: string): boolean {
  const path = pathInPrecache(storedUrl);
  return isShellPage(path) || path.startsWith(ASSETS);
}

/** The shell of a release that wrote no record yet; undefined if there are the files of several builds. */
async function unrecordedShell(own: StoredShell): Promise<StoredShell | undefined> {
  const requests = await (await caches.open(cacheNames.precache)).keys();
  const files = requests.map(({ url }) => url).filter((url) => buildOfPage(url) !== own.build);
  const builds = files.flatMap((url) => buildOfPage(url) ?? []);
  return builds.length === 1 && builds[0] !== undefined ? { build: builds[0], files } : undefined;
}

/** Copies a shell out of the precache; returns what it has copied, or undefined if a file was missing. */
async function copyShell({ build, files }: StoredShell): Promise<StoredShell | undefined> {
  const precache = await caches.open(cacheNames.precache);
  const wanted = files.filter(isWorthKeeping);
  const found: [string, Response][] = [];
  for (const file of wanted) {
    const response = await precache.match(file);
    if (!response) return undefined;
    found.push([pathInPrecache(file), response]);
  }
  await changeHealth((health) => ({ ...health, kept: undefined }));
  await deleteCache(CACHES.keptShell);
  const copy = await caches.open(CACHES.keptShell);
  for (const [path, response] of found) await copy.put(path, response);
  return { build, files: found.map(([path]) => path) };
}

/**
 * Copies the shell that the tablet runs, if it is newer than the last one recorded as good. It has run until now, so it
 * is good, even if IndexedDB failed to record it.
 */
async function copyRunning(before: StoredShell, own: StoredShell): Promise<StoredShell | undefined> {
  const running = await unrecordedShell(own);
  return running && running.build !== before.build ? copyShell(running) : undefined;
}

/** Every album may be on a screen, as on a wall that shows everything. */
async function deletePictures(): Promise<boolean> {
  let deleted = 0;
  while (deleted < PICTURES_PER_SHELL && (await deletePicture())) deleted += 1;
  return deleted > 0;
}

/**
 * Call when this build is installed, and again before it takes over and workbox deletes the files of the previous one.
 * Stores a copy of the last build that started.
 */
export async function keepShellBefore(): Promise<void> {
  try {
    const own = ownShell();
    // Checks the copy first: a start afresh deletes it, but may fail to record that.
    await verifyStoredShell();
    const { stood, kept } = await readHealth();
    const before = stood ?? (kept ? undefined : await unrecordedShell(own));
    if (!before || before.build === own.build || before.build === kept?.build) return;
    // Photos can be loaded again from the server; without a copy, a build that does not start leaves the wall dark.
    const copy = await makingRoom(async () => (await copyShell(before)) ?? copyRunning(before, own), deletePictures);
    if (copy) await changeHealth((health) => ({ ...health, kept: copy }));
  } catch {
    // For instance nothing is left to evict. The new build is installed all the same, without a build to go back to.
  }
}

/** Records it if the browser, to free space, or a person has deleted a file of the stored shell. */
export async function verifyStoredShell(): Promise<void> {
  const { kept } = await readHealth();
  if (!kept) return;
  const copies = await Promise.all(kept.files.map((file) => caches.match(file, { cacheName: CACHES.keptShell })));
  if (copies.includes(undefined)) await changeHealth((health) => ({ ...health, kept: undefined }));
}

/** The page of the stored shell, if this worker's own build has failed. */
export async function storedPage(page: ShellPage): Promise<Response | undefined> {
  if (!goesBack(await readHealth(), ownShell().build)) return undefined;
  const from = { cacheName: CACHES.keptShell };
  // Earlier releases stored no page of Codenames: the landing's differs in its headers alone.
  return (await caches.match(page, from)) ?? caches.match(LANDING, from);
}

/** Whether the stored shell might hold the file: an open page of it requests files that this build does not have. */
export function mayBeStored({ origin, pathname }: URL): boolean {
  return origin === self.location.origin && pathname.startsWith(ASSETS);
}

/** The file from the stored shell, or else from the server. */
export async function storedFile(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const kept = await caches.match(pathname, { cacheName: CACHES.keptShell }).catch(() => undefined);
  return kept ?? fetch(request);
}

/** The place of the record's copy beside IndexedDB, which fails or hangs on some devices. */
const COPY = '/shell-health';

async function readCopy(): Promise<ShellHealth> {
  const copy = await caches.match(COPY, { cacheName: CACHES.environment }).catch(() => undefined);
  return copy ? healthOf(parsedJson(await copy.text())) : UNKNOWN_HEALTH;
}

async function writeCopy(health: ShellHealth): Promise<void> {
  const cache = await caches.open(CACHES.environment);
  await cache.put(COPY, new Response(JSON.stringify(health)));
}

function newerOf(one: ShellHealth, other: ShellHealth): ShellHealth {
  return one.changes >= other.changes ? one : other;
}

/** Never from memory: the worker of the next build, while it waits, writes to the same record. */
export async function readHealth(): Promise<ShellHealth> {
  const stored = inTime((): Promise<unknown> => get(RECORDS.shellHealth)).then(healthOf, () => UNKNOWN_HEALTH);
  return newerOf(...(await Promise.all([stored, readCopy()])));
}

type Change = (before: ShellHealth) => ShellHealth;

let lastChange: Promise<unknown> = Promise.resolve();

/** Returns the changed record. One at a time, since without IndexedDB the later of two would undo the earlier. */
export function changeHealth(change: Change): Promise<ShellHealth> {
  const changed = lastChange.then(() => changeOnce(change));
  lastChange = changed.catch(() => undefined);
  return changed;
}

async function changeOnce(change: Change): Promise<ShellHealth> {
  const copy = await readCopy();
  const changed = (before: ShellHealth) => ({ ...change(before), changes: before.changes + 1 });
  let after: ShellHealth | undefined;
  const changeStored = (stored: unknown) => (after = changed(newerOf(healthOf(stored), copy)));
  await inTime(() => update(RECORDS.shellHealth, changeStored)).catch(() => undefined);
  after ??= changed(copy);
  await writeCopy(after).catch(() => undefined);
  return after;
}
