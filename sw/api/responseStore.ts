import { responseCacheKey, responsesCacheName } from '../cacheNames.ts';
import { deleteCache } from '../deleteCache.ts';
import { isRevoked } from '../keys/endedKeys.ts';
import { isRecord, parsedJson, textOf } from '#domain/records.ts';
import { ALBUM_TREE, KEY_CHECK } from '../routes.ts';
import type { ApiCall } from './apiCalls.ts';

export async function storedResponse({
  keyHash,
  name,
}: Pick<ApiCall, 'keyHash' | 'name'>): Promise<Response | undefined> {
  const cache = await caches.open(responsesCacheName(keyHash));
  const at = (one: string) => cache.match(responseCacheKey(keyHash, one), { ignoreVary: true });
  const stored = await at(name);
  if (stored || name !== KEY_CHECK || !(await at(ALBUM_TREE))) return stored;
  // The disk was full when the key was checked. Albums were stored since, and came to a valid key alone.
  return new Response(JSON.stringify({ valid: true }), { headers: { 'Content-Type': 'application/json' } });
}

/**
 * The installation that verified the key last, from the stored response of the key check. Undefined if the first
 * release stored it, or nothing is stored.
 */
export async function verifiedBy(keyHash: string): Promise<string | undefined> {
  const check = await storedResponse({ keyHash, name: KEY_CHECK });
  const body = check && parsedJson(await check.text());
  return (isRecord(body) && textOf(body, 'installation')) || undefined;
}

/** Never rejects: on a full disk the response is not stored, and the page still gets it. */
export async function storeResponse(
  { keyHash, name }: Pick<ApiCall, 'keyHash' | 'name'>,
  response: Response,
): Promise<void> {
  const cacheName = responsesCacheName(keyHash);
  try {
    const cache = await caches.open(cacheName);
    await cache.put(responseCacheKey(keyHash, name), response);
  } catch {
    // Not an error: the next response for this call is stored if there is space by then.
  }
  // If the key was revoked meanwhile, its caches were deleted, and this write may have created one again.
  if (isRevoked(keyHash)) await deleteCache(cacheName);
}
