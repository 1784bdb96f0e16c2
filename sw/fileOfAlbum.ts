import { deleteCache } from './deleteCache.ts';
import { isUnlisted } from './newestTree.ts';
import { isRevoked } from './keys/endedKeys.ts';
import type { FilePlace } from './slots.ts';

/**
 * Stores a file of an album, unless the key was revoked or the album taken from it, before or during this call. Returns
 * whether it is stored; rejects when it cannot be written.
 */
export async function storeFile(place: FilePlace, cacheName: string, file: Response): Promise<boolean> {
  if (isUnwanted(place)) return false;
  await (await caches.open(cacheName)).put(place.url, file);
  if (!isUnwanted(place)) return true;
  // The cache was deleted meanwhile, and this write may have created it again.
  await deleteCache(cacheName);
  return false;
}

function isUnwanted({ keyHash, albumSlug }: FilePlace): boolean {
  return isRevoked(keyHash) || isUnlisted(keyHash, { slug: albumSlug });
}
