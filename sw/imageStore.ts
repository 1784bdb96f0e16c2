import { get, update } from 'idb-keyval';
import { openPages, setShowing } from './pageKeys.ts';
import { albumId, isNearlyFull, nextToEvict, withShown, type ShownOrder } from './eviction.ts';
import { isRevoked } from './revokedKey.ts';
import { albumOfCache, imagesCacheName } from './routes.ts';

declare const self: ServiceWorkerGlobalScope;

const ORDER_RECORD = 'albums-shown';
const EVICTIONS_PER_WRITE = 3;

export interface ImagePlace {
  keyHash: string;
  albumSlug: string;
  url: string;
}

export async function storedImage({ keyHash, albumSlug, url }: ImagePlace): Promise<Response | undefined> {
  return caches.match(url, { cacheName: imagesCacheName(keyHash, albumSlug), ignoreVary: true });
}

/** The album names a page shows now: last to be given up, and never while it shows them. */
export async function albumsShown(clientId: string, albumSlugs: string[]): Promise<void> {
  const keyHash = await setShowing(clientId, albumSlugs);
  if (keyHash === undefined) return;
  const ids = albumSlugs.map((slug) => albumId(keyHash, slug));
  await update<ShownOrder>(ORDER_RECORD, (order) => withShown(order ?? {}, ids)).catch(() => undefined);
}

async function evictOneAlbum(): Promise<boolean> {
  const names = await caches.keys();
  const albums = names.flatMap((name) => albumOfCache(name) ?? []);
  const pages = await openPages();
  const onScreen = new Set(pages.flatMap((page) => page.showing.map((slug) => albumId(page.keyHash, slug))));
  const order = (await get<ShownOrder>(ORDER_RECORD).catch(() => undefined)) ?? {};
  const album = nextToEvict({ albums, order, onScreen });
  return album ? caches.delete(album.cacheName) : false;
}

function isQuotaError(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}

/** Never throws: a write that fails costs the storing, not the page. */
export async function storeImage(place: ImagePlace, image: Response): Promise<'stored' | 'full' | 'failed'> {
  const cacheName = imagesCacheName(place.keyHash, place.albumSlug);
  try {
    const headers = { 'Content-Type': image.headers.get('Content-Type') ?? '' };
    const bytes = await image.blob();
    for (let evictions = 0; evictions <= EVICTIONS_PER_WRITE; evictions += 1) {
      if (isRevoked(place.keyHash)) return 'failed';
      try {
        const cache = await caches.open(cacheName);
        await cache.put(place.url, new Response(bytes, { headers }));
        if (isRevoked(place.keyHash)) await caches.delete(cacheName);
        return 'stored';
      } catch (error) {
        if (!isQuotaError(error)) return 'failed';
        if (!(await evictOneAlbum())) return 'full';
      }
    }
    return 'full';
  } catch {
    return 'failed';
  }
}

/**
 * Whether the warm-up may store more. It gives up one album at most: the browser's estimate lags behind a deletion,
 * and more would be thrown away than is needed.
 */
export async function hasRoomToWarm(): Promise<boolean> {
  try {
    if (!isNearlyFull(await self.navigator.storage.estimate())) return true;
    return (await evictOneAlbum()) && !isNearlyFull(await self.navigator.storage.estimate());
  } catch {
    return true;
  }
}
