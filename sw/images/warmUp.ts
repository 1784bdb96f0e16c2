import type { MissingResponse, WarmOutcome } from '#contract/offline.ts';
import { sleep } from '#domain/timing.ts';
import { imagesCacheName } from '../cacheNames.ts';
import { keyHashOfPage } from '../keys/pageKeys.ts';
import { otherFileAt, photoAt } from '../routes.ts';
import { fetchImage } from './fetchImage.ts';
import { hasSpaceToWarm, storeImage } from './imageStore.ts';
import { isScreenWaiting } from './imageStrategy.ts';

const PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 10_000;

function albumOfImage(url: string): string | undefined {
  return photoAt(new URL(url))?.albumSlug;
}

/** The cache for a file of a photo; undefined for other addresses. */
function cacheNameOf(keyHash: string, url: string): string | undefined {
  const album = albumOfImage(url);
  if (album !== undefined) return imagesCacheName(keyHash, album);
  const other = otherFileAt(new URL(url));
  return other?.files.cacheName(keyHash, other.photo.albumSlug);
}

/** Lists the stored files of each album once: ten thousand single look-ups take an old tablet minutes. */
export async function missingImages(clientId: string, urls: string[]): Promise<MissingResponse> {
  const keyHash = await keyHashOfPage(clientId);
  if (keyHash === undefined) return { missing: urls };
  const stored = new Set<string>();
  for (const name of new Set(urls.flatMap((url) => cacheNameOf(keyHash, url) ?? []))) {
    if (!(await caches.has(name))) continue;
    for (const request of await (await caches.open(name)).keys()) stored.add(request.url);
  }
  return { missing: urls.filter((url) => !stored.has(url)) };
}

async function letScreensGoFirst(): Promise<void> {
  for (let waitedMs = 0; isScreenWaiting() && waitedMs < LONGEST_PAUSE_MS; waitedMs += PAUSE_MS) {
    await sleep(PAUSE_MS);
  }
}

/** `mayEvict`: whether the least recently shown albums may be evicted for this image. */
export async function warmImage(clientId: string, url: string, mayEvict = true): Promise<WarmOutcome> {
  const keyHash = await keyHashOfPage(clientId);
  const albumSlug = albumOfImage(url);
  const other = otherFileAt(new URL(url));
  if (keyHash !== undefined && other) {
    await letScreensGoFirst();
    return other.files.warm({ keyHash, albumSlug: other.photo.albumSlug, url });
  }
  if (keyHash === undefined || albumSlug === undefined) return 'unbound';
  await letScreensGoFirst();
  if (!(await hasSpaceToWarm(mayEvict))) return 'full';
  try {
    const image = await fetchImage(url, 'low');
    if (image.type === 'error') return 'failed';
    return await storeImage({ keyHash, albumSlug, url }, image, mayEvict);
  } catch {
    return 'failed';
  }
}
