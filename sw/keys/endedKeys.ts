import { del, get, set } from 'idb-keyval';
import { RECORDS } from '#contract/storageKeys.ts';
import { hashOfText, noteOfSuccessor, placeOfHash, placeOfSuccessor, successorOf } from '#domain/access/replacedKey.ts';
import { recordOf, textOf } from '#domain/records.ts';
import { albumOfCache, belongsToKey, responsesCacheName } from '../cacheNames.ts';
import { hashesOf, hashOfKey, inTime, replaceKey } from './keyHash.ts';
import { tellPages, keyHashOfPage } from './pageKeys.ts';

/** A note is two responses of a few bytes. */
const PICTURES_PER_NOTE = 4;

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
  const launch = recordOf(await inTime(() => get(RECORDS.launch)));
  const isOf = async (key: string) => key !== '' && (await hashOfKey(key)) === keyHash;
  const { next, ...rest } = launch;
  if (await isOf(textOf(launch, 'apiKey'))) await del(RECORDS.launch);
  else if (await isOf(textOf({ next }, 'next'))) await set(RECORDS.launch, rest);
}

async function deleteCachesOf(hashes: readonly string[]): Promise<void> {
  const names = (await caches.keys()).filter((name) => hashes.some((hash) => belongsToKey(name, hash)));
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** Deletes what was stored under a key's own hash while nobody could read which key it had replaced. */
export async function deleteStrayCaches(keyHash: string): Promise<void> {
  const [, ...strays] = await hashesOf(keyHash);
  if (strays.length > 0) await deleteCachesOf(strays);
}

/** Call when the server itself has revoked the key: deletes everything stored for it, and notifies its pages. */
export async function forgetKey(keyHash: string): Promise<void> {
  revoked.add(keyHash);
  await deleteCachesOf(await hashesOf(keyHash));
  await forgetLaunch(keyHash).catch(() => undefined);
  await tellPages(keyHash, { type: 'credential-refused' });
}

/**
 * Stores the key that is to replace a page's own, before its first use ends the old one. Returns false when it could
 * not be stored: then it must not be used.
 */
export async function rememberNewKey(
  clientId: string,
  { apiKey, replaced }: { apiKey: string; replaced?: string },
): Promise<boolean> {
  const keyHash = await keyHashOfPage(clientId);
  if (keyHash === undefined) return false;
  try {
    const place = await replaceKey(keyHash, apiKey);
    await set(RECORDS.launch, { ...recordOf(await get(RECORDS.launch)), next: apiKey });
    if (replaced !== undefined) await noteReplacement(place, apiKey, replaced);
    return true;
  } catch {
    return false;
  }
}

/**
 * The note lies beside everything stored for the key, and is deleted with it. On a full disk, pictures are deleted to
 * make room for it: without the note all pictures are lost when the old address is opened while IndexedDB fails. Never
 * rejects.
 */
async function noteReplacement(keyHash: string, newKey: string, oldKey: string): Promise<void> {
  for (let pictures = 0; pictures < PICTURES_PER_NOTE; pictures += 1) {
    try {
      const cache = await caches.open(responsesCacheName(keyHash));
      await cache.put(placeOfHash(await hashOfText(newKey)), new Response(keyHash));
      await cache.put(placeOfSuccessor(await hashOfText(oldKey)), new Response(await noteOfSuccessor(newKey, oldKey)));
      return;
    } catch {
      await deletePicture(keyHash).catch(() => undefined);
    }
  }
}

async function deletePicture(keyHash: string): Promise<void> {
  for (const name of await caches.keys()) {
    if (albumOfCache(name)?.keyHash !== keyHash) continue;
    const album = await caches.open(name);
    const last = [...(await album.keys())].pop();
    if (last && (await album.delete(last, { ignoreVary: true }))) return;
  }
}

/**
 * Call when the server rejects a key. Returns true when another key has replaced it, for instance after a power cut
 * just after the first use of the new one, or on a tablet that always opens the same address. The key's pages then use
 * the new one.
 */
export async function isReplaced(apiKey: string, keyHash: string): Promise<boolean> {
  const noted = await successorOf(apiKey, (address) => caches.match(address)).catch(() => undefined);
  const next = noted ?? (await collectedLast(keyHash).catch(() => ''));
  if (next === '' || next === apiKey) return false;
  // The browser has deleted the note, or an older build replaced the key.
  if (noted === undefined) await noteReplacement(keyHash, next, apiKey);
  await tellPages(keyHash, { type: 'key-replaced', apiKey: next });
  return true;
}

/** The key collected last for the data under this hash, and '' where it was collected for another tablet's. */
async function collectedLast(keyHash: string): Promise<string> {
  const next = textOf(recordOf(await inTime(() => get(RECORDS.launch))), 'next');
  return next !== '' && (await hashOfKey(next)) === keyHash ? next : '';
}
