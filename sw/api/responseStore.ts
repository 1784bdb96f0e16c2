import { responseCacheKey, responsesCacheName } from '../cacheNames.ts';
import { isRevoked } from '../keys/revokedKey.ts';
import type { ApiCall } from './apiCalls.ts';

export async function storedResponse({ keyHash, name }: ApiCall): Promise<Response | undefined> {
  const cache = await caches.open(responsesCacheName(keyHash));
  return cache.match(responseCacheKey(keyHash, name), { ignoreVary: true });
}

/** Never rejects: on a full disk the response is not stored, and the page still gets it. */
export async function storeResponse({ keyHash, name }: ApiCall, response: Response): Promise<void> {
  const cacheName = responsesCacheName(keyHash);
  try {
    const cache = await caches.open(cacheName);
    await cache.put(responseCacheKey(keyHash, name), response);
  } catch {
    // Not an error: the next response for this call is stored if there is space by then.
  }
  // If the key was revoked meanwhile, its caches were deleted before this write, which may have created one again.
  if (isRevoked(keyHash)) await caches.delete(cacheName);
}
