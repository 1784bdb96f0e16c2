import { del, get, set, update } from 'idb-keyval';
import { RECORDS } from '#contract/storageKeys.ts';
import { hashOfText, noteOfSuccessor, placeOfHash, placeOfSuccessor, successorOf } from '#domain/access/replacedKey.ts';
import { recordOf, textOf } from '#domain/records.ts';
import { albumOfCache, belongsToKey, responsesCacheName } from '../cacheNames.ts';
import { allHashesOf, hashesOf, hashOfKey, inTime, replaceKey } from './keyHash.ts';
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
  const { next, unnoted: _unnoted, ...rest } = launch;
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
  await deleteCachesOf(await allHashesOf(keyHash));
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
    const before = recordOf(await get(RECORDS.launch));
    const unnoted = replaced === undefined ? {} : { unnoted: [...keysWithoutNote(before), replaced] };
    await set(RECORDS.launch, { ...before, next: apiKey, ...unnoted });
    await noteReplacements(place, PICTURES_PER_NOTE);
    return true;
  } catch {
    return false;
  }
}

function keysWithoutNote({ unnoted }: Record<string, unknown>): string[] {
  return Array.isArray(unnoted) ? unnoted.filter((key) => typeof key === 'string') : [];
}

/**
 * Notes in Cache Storage which keys the newest one has replaced. Called again later, it writes the notes for which the
 * disk had no space. Never rejects.
 */
export async function noteReplacements(keyHash: string, pictures = 0): Promise<void> {
  try {
    const launch = recordOf(await inTime(() => get(RECORDS.launch)));
    const replaced = keysWithoutNote(launch);
    const next = textOf(launch, 'next');
    if (replaced.length === 0 || (await hashOfKey(next)) !== keyHash) return;
    for (const key of replaced) if (!(await noteReplacement(keyHash, [next, key], pictures))) return;
    await update<Record<string, unknown>>(RECORDS.launch, ({ unnoted: _written, ...rest } = {}) => rest);
  } catch {
    // IndexedDB fails: the record of what has no note yet stays.
  }
}

/**
 * The note lies beside everything stored for the key, and is deleted with it. On a full disk, so many pictures are
 * deleted to make room for it: without the note all pictures are lost when the old address is opened while IndexedDB
 * fails. Never rejects.
 */
async function noteReplacement(
  keyHash: string,
  [newKey, oldKey]: [string, string],
  pictures = PICTURES_PER_NOTE,
): Promise<boolean> {
  for (let deleted = 0; ; deleted += 1) {
    try {
      const cache = await caches.open(responsesCacheName(keyHash));
      await cache.put(placeOfHash(await hashOfText(newKey)), new Response(keyHash));
      await cache.put(placeOfSuccessor(await hashOfText(oldKey)), new Response(await noteOfSuccessor(newKey, oldKey)));
      return true;
    } catch {
      if (deleted === pictures) return false;
      await deletePicture(keyHash).catch(() => false);
    }
  }
}

/** Deletes a picture of this key, or of any, also of an album on a screen. Returns false where only one is left: the wall shows it. */
export async function deletePicture(keyHash?: string): Promise<boolean> {
  const pictures: { album: Cache; picture: Request }[] = [];
  for (const name of await caches.keys()) {
    const of = albumOfCache(name)?.keyHash;
    if (of === undefined || of !== (keyHash ?? of)) continue;
    const album = await caches.open(name);
    pictures.push(...(await album.keys()).map((picture) => ({ album, picture })));
  }
  const last = pictures.length > 1 ? pictures.pop() : undefined;
  return last ? last.album.delete(last.picture, { ignoreVary: true }) : false;
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
  if (noted === undefined) await noteReplacement(keyHash, [next, apiKey]);
  await tellPages(keyHash, { type: 'key-replaced', apiKey: next });
  return true;
}

/** The key collected last for the data under this hash, and '' where it was collected for another tablet's. */
async function collectedLast(keyHash: string): Promise<string> {
  const next = textOf(recordOf(await inTime(() => get(RECORDS.launch))), 'next');
  return next !== '' && (await hashOfKey(next)) === keyHash ? next : '';
}
