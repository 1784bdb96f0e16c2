import { get, update } from 'idb-keyval';
import { RECORDS } from '#contract/storageKeys.ts';
import { albumOfCache, imagesCacheName, type AlbumCache } from '../cacheNames.ts';
import { openPages, setShowing } from '../keys/pageKeys.ts';
import { isRevoked } from '../keys/endedKeys.ts';

declare const self: ServiceWorkerGlobalScope;

const EVICTIONS_PER_WRITE = 3;

/** The place where an image is stored. */
export interface ImagePlace {
  keyHash: string;
  albumSlug: string;
  url: string;
}

export async function storedImage({ keyHash, albumSlug, url }: ImagePlace): Promise<Response | undefined> {
  return caches.match(url, { cacheName: imagesCacheName(keyHash, albumSlug), ignoreVary: true });
}

/** Records which albums a page shows: they are evicted last, and never while the page shows them. */
export async function albumsShown(clientId: string, albumSlugs: string[]): Promise<void> {
  const keyHash = await setShowing(clientId, albumSlugs);
  if (keyHash === undefined) return;
  const ids = albumSlugs.map((slug) => albumId(keyHash, slug));
  await update<ShownOrder>(RECORDS.albumsShown, (order) => withShown(order ?? {}, ids)).catch(() => undefined);
}

/** Resolves to false if there is no album that may be evicted. */
async function evictOneAlbum(): Promise<boolean> {
  const names = await caches.keys();
  const albums = names.flatMap((name) => albumOfCache(name) ?? []);
  const pages = await openPages();
  const onScreen = new Set(pages.flatMap((page) => page.showing.map((slug) => albumId(page.keyHash, slug))));
  const order = (await get<ShownOrder>(RECORDS.albumsShown).catch(() => undefined)) ?? {};
  const album = nextToEvict({ albums, order, onScreen });
  return album ? caches.delete(album.cacheName) : false;
}

function isQuotaError(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}

/**
 * Writes again after an album has been evicted, where the browser has no space left. Rejects as the last write did, once
 * there is no more to evict.
 */
export async function makingRoom<Value>(write: () => Promise<Value>): Promise<Value> {
  for (let evictions = 0; ; evictions += 1) {
    try {
      return await write();
    } catch (error) {
      if (!isQuotaError(error) || evictions === EVICTIONS_PER_WRITE || !(await evictOneAlbum())) throw error;
    }
  }
}

/** Never rejects: an image that cannot be stored is shown all the same. */
export async function storeImage(
  place: ImagePlace,
  image: Response,
  mayEvict = true,
): Promise<'stored' | 'full' | 'failed'> {
  const cacheName = imagesCacheName(place.keyHash, place.albumSlug);
  try {
    const headers = { 'Content-Type': image.headers.get('Content-Type') ?? '' };
    const bytes = await image.blob();
    const write = async (): Promise<'stored' | 'failed'> => {
      if (isRevoked(place.keyHash)) return 'failed';
      const cache = await caches.open(cacheName);
      await cache.put(place.url, new Response(bytes, { headers }));
      if (isRevoked(place.keyHash)) await caches.delete(cacheName);
      return 'stored';
    };
    return await (mayEvict ? makingRoom(write) : write());
  } catch (error) {
    return isQuotaError(error) ? 'full' : 'failed';
  }
}

/**
 * Whether the warm-up (storing images in advance) may store more. At most one album is evicted for that: the browser's
 * estimate of the space used is updated late, so that more albums would be evicted than is needed.
 */
export async function hasSpaceToWarm(mayEvict = true): Promise<boolean> {
  try {
    if (!isNearlyFull(await self.navigator.storage.estimate())) return true;
    return mayEvict && (await evictOneAlbum()) && !isNearlyFull(await self.navigator.storage.estimate());
  } catch {
    return true;
  }
}

/**
 * When each album (`hash/slug`) was last on a screen, as the value of a counter: the clocks of devices may be years
 * off.
 */
type ShownOrder = Record<string, number>;

export function albumId(keyHash: string, albumSlug: string): string {
  return `${keyHash}/${albumSlug}`;
}

/** Makes the albums the most recently shown ones; the first of them will be evicted last. */
export function withShown(order: ShownOrder, albumIds: readonly string[]): ShownOrder {
  const latest = Math.max(0, ...Object.values(order));
  const shown = albumIds.map((id, index) => [id, latest + albumIds.length - index] as const);
  return { ...order, ...Object.fromEntries(shown) };
}

interface EvictionState {
  albums: readonly AlbumCache[];
  order: ShownOrder;
  /** Albums on a screen right now. */
  onScreen: ReadonlySet<string>;
}

/** The album to evict next: the least recently shown one that is not on a screen. */
export function nextToEvict({ albums, order, onScreen }: EvictionState): AlbumCache | undefined {
  const age = (album: AlbumCache) => order[albumId(album.keyHash, album.albumSlug)] ?? 0;
  return albums
    .filter((album) => !onScreen.has(albumId(album.keyHash, album.albumSlug)))
    .sort((one, other) => age(one) - age(other))[0];
}

/**
 * The warm-up (storing images in advance) may fill this share of the space that the browser allows; the rest is left
 * free for everything else.
 */
const WARM_UP_SHARE = 0.8;

export function isNearlyFull(estimate: { usage?: number; quota?: number }): boolean {
  if (!estimate.quota || estimate.usage === undefined) return false;
  return estimate.usage > estimate.quota * WARM_UP_SHARE;
}
