import { del, get, set } from 'idb-keyval';
import { RECORDS } from '#contract/storageKeys.ts';
import { recordOf, textOf } from '#domain/records.ts';
import { belongsToKey, responseCacheKey, responsesCacheName } from '../cacheNames.ts';
import { hashesOf, hashOfKey, replaceKey } from './keyHash.ts';
import { tellPages, keyHashOfPage } from './pageKeys.ts';

const revoked = new Set<string>();

/** A response that arrives after its key was revoked must not be stored. */
export function isRevoked(keyHash: string): boolean {
  return revoked.has(keyHash);
}

/** Call when the server accepts the key again. */
export function acceptAgain(keyHash: string): void {
  revoked.delete(keyHash);
}

/** Removes only this key: a launch record may also hold the key of another installation's tablet. */
async function forgetLaunch(keyHash: string): Promise<void> {
  const launch = recordOf(await get(RECORDS.launch));
  const isOf = async (key: string) => key !== '' && (await hashOfKey(key)) === keyHash;
  const { next, ...rest } = launch;
  if (await isOf(textOf(launch, 'apiKey'))) await del(RECORDS.launch);
  else if (await isOf(textOf({ next }, 'next'))) await set(RECORDS.launch, rest);
}

async function deleteCachesOf(keyHash: string): Promise<void> {
  const hashes = await hashesOf(keyHash);
  const names = (await caches.keys()).filter((name) => hashes.some((hash) => belongsToKey(name, hash)));
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** Call when the server itself has revoked the key: deletes everything stored for it, and notifies its pages. */
export async function forgetKey(keyHash: string): Promise<void> {
  revoked.add(keyHash);
  await deleteCachesOf(keyHash);
  await forgetLaunch(keyHash).catch(() => undefined);
  await tellPages(keyHash, { type: 'credential-refused' });
}

/**
 * Stores the key that is to replace a page's own, before its first use ends the old one. Returns false when it could
 * not be stored: then it must not be used.
 */
export async function rememberNewKey(clientId: string, newKey: string): Promise<boolean> {
  const keyHash = await keyHashOfPage(clientId);
  if (keyHash === undefined) return false;
  try {
    await replaceKey(keyHash, newKey);
    await set(RECORDS.launch, { ...recordOf(await get(RECORDS.launch)), next: newKey });
    // Where no disk space is left, the record alone must do.
    await markReplaced(keyHash).catch(() => undefined);
    return true;
  } catch {
    return false;
  }
}

const markOf = (keyHash: string) => responseCacheKey(keyHash, 'replaced');

/** Notes that another key has replaced this one, beside what is stored for it: without saying which, so that it is no secret. */
async function markReplaced(keyHash: string): Promise<void> {
  await (await caches.open(responsesCacheName(keyHash))).put(markOf(keyHash), new Response(''));
}

async function isMarked(keyHash: string): Promise<boolean> {
  return (await caches.match(markOf(keyHash), { cacheName: responsesCacheName(keyHash) })) !== undefined;
}

/**
 * Call when the server rejects a key. Returns true when another key has replaced it, for instance after a power cut
 * just after the first use of the new one, or on a tablet that always opens the same address. The key's pages then use
 * the new one.
 */
export async function isReplaced(apiKey: string, keyHash: string): Promise<boolean> {
  let launch: unknown;
  try {
    launch = await get(RECORDS.launch);
  } catch {
    // Which key it is will be known when the database works again. To empty the wall until then would be wrong.
    return isMarked(keyHash);
  }
  // The one collected last, so that no key is taken for the successor of another tablet's.
  const next = textOf(recordOf(launch), 'next');
  if (next === '' || next === apiKey || (await hashOfKey(next)) !== keyHash) return false;
  await tellPages(keyHash, { type: 'key-replaced', apiKey: next });
  return true;
}
