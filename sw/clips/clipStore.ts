import { CLIP_CACHE } from '#contract/clips/clipCache.ts';
import { CLIP_BOUNDS, CLIP_TYPE } from '#contract/clips/clips.ts';
import type { WarmOutcome } from '#contract/offline.ts';
import { CACHES } from '#contract/storageKeys.ts';
import { abortAfter } from '#domain/timing.ts';
import { freeCache } from '../deleteCache.ts';
import { isNearlyFull } from '../images/eviction.ts';
import { storeFile } from '../fileOfAlbum.ts';
import type { FilePlace } from '../slots.ts';

declare const self: ServiceWorkerGlobalScope;

/** Clips take no more of the device than this, and than a quarter of what the browser allows. */
const MOST_BYTES = 2 * 1024 ** 3;
const MOST_OF_QUOTA = 0.25;

/** A slow network needs minutes for the largest clip, and nothing waits for it. */
const TIMEOUT_MS = 180_000;

/** The size of a stored clip stands beside it, since reading all of them to add them up takes too long. */
const SIZE = 'Content-Length';

export function clipCacheName(keyHash: string, albumSlug: string): string {
  return `${CACHES.kiosk}${keyHash}${CLIP_CACHE}${albumSlug}`;
}

async function clipCaches(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(CACHES.kiosk) && name.includes(CLIP_CACHE));
}

export async function storedClip({ keyHash, albumSlug, url }: FilePlace): Promise<Blob | undefined> {
  const cacheName = clipCacheName(keyHash, albumSlug);
  const stored = await caches.match(url, { cacheName, ignoreVary: true }).catch(() => undefined);
  return stored?.blob();
}

let total: Promise<number> | undefined;

/** The bytes of all stored clips, counted once by each worker. */
function storedBytes(): Promise<number> {
  total ??= countBytes();
  return total;
}

async function countBytes(): Promise<number> {
  let bytes = 0;
  for (const name of await clipCaches()) {
    for (const clip of await (await caches.open(name)).matchAll()) bytes += Number(clip.headers.get(SIZE) ?? 0);
  }
  return bytes;
}

async function hasRoom(bytes: number): Promise<boolean> {
  const estimate = await estimated();
  if (isNearlyFull(estimate)) return false;
  const most = Math.min(MOST_BYTES, (estimate.quota ?? Infinity) * MOST_OF_QUOTA);
  if ((await storedBytes()) + bytes <= most) return true;
  // Clips of photos that are gone were deleted meanwhile.
  total = undefined;
  return (await storedBytes()) + bytes <= most;
}

/** Empty where the browser has no estimate, as on iPads before iOS 17. */
async function estimated(): Promise<StorageEstimate> {
  try {
    return await self.navigator.storage.estimate();
  } catch {
    return {};
  }
}

/** Deletes the clips of one album. Returns false where none are stored. */
export async function evictClips(): Promise<boolean> {
  const [first] = await clipCaches();
  total = undefined;
  return first === undefined ? false : freeCache(first);
}

function isClip({ status, redirected, headers }: Response): boolean {
  return status === 200 && !redirected && headers.get('Content-Type')?.startsWith(CLIP_TYPE) === true;
}

/** Not every browser rejects a body that ends early. A packed one has another length than was announced. */
function isWhole({ headers }: Response, { size }: Blob): boolean {
  return headers.has('Content-Encoding') || Number(headers.get(SIZE) ?? size) === size;
}

/** Fetches a clip and stores it whole, if there is room beside everything else. Never rejects. */
export async function warmClip(place: FilePlace): Promise<WarmOutcome> {
  try {
    return await abortAfter(TIMEOUT_MS, async (signal): Promise<WarmOutcome> => {
      const { url } = place;
      // `no-store`, because the worker stores the clip itself: the browser's copy would outlive a revoked key.
      const response = await fetch(url, {
        mode: 'cors',
        credentials: 'omit',
        cache: 'no-store',
        signal,
        priority: 'low',
      });
      if (!isClip(response)) return 'failed';
      if (!(await hasRoom(Number(response.headers.get(SIZE) ?? CLIP_BOUNDS.bytes)))) {
        await response.body?.cancel();
        return 'full';
      }
      const clip = await response.blob();
      return isWhole(response, clip) ? await storeClip(place, clip) : 'failed';
    });
  } catch (error) {
    return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'failed';
  }
}

async function storeClip(place: FilePlace, clip: Blob): Promise<WarmOutcome> {
  if (clip.size > CLIP_BOUNDS.bytes) return 'failed';
  const headers = { 'Content-Type': CLIP_TYPE, [SIZE]: String(clip.size) };
  const cacheName = clipCacheName(place.keyHash, place.albumSlug);
  if (!(await storeFile(place, cacheName, new Response(clip, { headers })))) return 'failed';
  total = total?.then((bytes) => bytes + clip.size);
  return 'stored';
}
