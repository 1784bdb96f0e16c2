import { get, update } from 'idb-keyval';
import { RECORDS } from '#contract/storageKeys.ts';
import { createTurns } from '#domain/timing.ts';
import { albumOfCache, imagesCacheName } from '../cacheNames.ts';
import { freeCache } from '../deleteCache.ts';
import { storeFile } from '../fileOfAlbum.ts';
import { inTime } from '../inTime.ts';
import { evictOtherFiles } from '../otherFiles.ts';
import { openPages, setShowing } from '../keys/pageKeys.ts';
import type { FilePlace } from '../slots.ts';
import { albumId, isNearlyFull, nextToEvict, type ShownOrder, withShown } from './eviction.ts';

declare const self: ServiceWorkerGlobalScope;

const EVICTIONS_PER_WRITE = 3;

export async function storedImage({ keyHash, albumSlug, url }: FilePlace): Promise<Response | undefined> {
  return caches.match(url, { cacheName: imagesCacheName(keyHash, albumSlug), ignoreVary: true });
}

/** Records which albums a page shows: they are evicted last, and never while the page shows them. */
export async function albumsShown(clientId: string, albumSlugs: string[]): Promise<void> {
  const keyHash = await setShowing(clientId, albumSlugs);
  if (keyHash === undefined) return;
  const ids = albumSlugs.map((slug) => albumId(keyHash, slug));
  await update<ShownOrder>(RECORDS.albumsShown, (order) => withShown(order ?? {}, ids)).catch(() => undefined);
}

/** Deletes a picture, also of an album on a screen. Returns false where only one is left: the wall shows it. */
export async function deletePicture(): Promise<boolean> {
  const pictures: { album: Cache; picture: Request }[] = [];
  for (const name of await caches.keys()) {
    if (!albumOfCache(name)) continue;
    const album = await caches.open(name);
    pictures.push(...(await album.keys()).map((picture) => ({ album, picture })));
  }
  const last = pictures.length > 1 ? pictures.pop() : undefined;
  return last ? last.album.delete(last.picture, { ignoreVary: true }) : false;
}

/** Resolves to false if there is no album that may be evicted. */
async function evictOneAlbum(): Promise<boolean> {
  const names = await caches.keys();
  const albums = names.flatMap((name) => albumOfCache(name) ?? []);
  const pages = await openPages();
  const onScreen = new Set(pages.flatMap((page) => page.showing.map((slug) => albumId(page.keyHash, slug))));
  const order = (await inTime(() => get<ShownOrder>(RECORDS.albumsShown)).catch(() => undefined)) ?? {};
  const album = nextToEvict({ albums, order, onScreen });
  return album ? freeCache(album.cacheName) : false;
}

function isQuotaError(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}

/** Writes; when the browser has no space left, what is not an image makes way. Rejects with the last write's error. */
async function insteadOfOtherFiles<Value>(write: () => Promise<Value>): Promise<Value> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!isQuotaError(error) || !(await evictOtherFiles())) throw error;
    }
  }
}

const inTurn = createTurns();

/**
 * Writes, and when the browser has no space left evicts an album and writes again. Rejects with the error of the last
 * write once no album can be evicted and `evictMore` finds nothing either.
 */
export async function makingRoom<Value>(
  write: () => Promise<Value>,
  evictMore: () => Promise<boolean> = async () => false,
): Promise<Value> {
  try {
    return await write();
  } catch (error) {
    if (!isQuotaError(error)) throw error;
  }
  // Another write that had no space may have made enough for both.
  return inTurn(() => evictingAlbums(write, evictMore));
}

async function evictingAlbums<Value>(write: () => Promise<Value>, evictMore: () => Promise<boolean>): Promise<Value> {
  for (let evictions = 0; ; evictions += 1) {
    try {
      return await insteadOfOtherFiles(write);
    } catch (error) {
      if (!isQuotaError(error) || evictions === EVICTIONS_PER_WRITE) throw error;
      if (!(await evictOneAlbum()) && !(await evictMore())) throw error;
    }
  }
}

/** Never rejects: an image that cannot be stored is shown all the same. */
export async function storeImage(
  place: FilePlace,
  image: Response,
  mayEvict = true,
): Promise<'stored' | 'full' | 'failed'> {
  const cacheName = imagesCacheName(place.keyHash, place.albumSlug);
  try {
    const headers = { 'Content-Type': image.headers.get('Content-Type') ?? '' };
    const bytes = await image.blob();
    const write = () => storeFile(place, cacheName, new Response(bytes, { headers }));
    return (await (mayEvict ? makingRoom(write) : insteadOfOtherFiles(write))) ? 'stored' : 'failed';
  } catch (error) {
    return isQuotaError(error) ? 'full' : 'failed';
  }
}

let makingSpace: Promise<boolean> | undefined;

/**
 * Whether the warm-up (storing images in advance) may store more. All that is not an image makes way for it, and then at
 * most one album for all who ask meanwhile: some browsers update their estimate of the space used late, so that more
 * albums would be evicted than is needed.
 */
export async function hasSpaceToWarm(mayEvict = true): Promise<boolean> {
  try {
    if (!(await isFull()) || (await inTurn(makeSpaceOfOtherFiles))) return true;
    if (!mayEvict) return false;
    makingSpace ??= inTurn(makeSpace).finally(() => {
      makingSpace = undefined;
    });
    return await makingSpace;
  } catch {
    return true;
  }
}

async function isFull(): Promise<boolean> {
  return isNearlyFull(await self.navigator.storage.estimate());
}

async function makeSpaceOfOtherFiles(): Promise<boolean> {
  do if (!(await isFull())) return true;
  while (await evictOtherFiles());
  return false;
}

async function makeSpace(): Promise<boolean> {
  // A write that had no space may have made some.
  if (!(await isFull())) return true;
  return (await evictOneAlbum()) && !(await isFull());
}
