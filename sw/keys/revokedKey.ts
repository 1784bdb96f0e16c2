import { del, get, set } from 'idb-keyval';
import { RECORDS } from '#contract/storageKeys.ts';
import { isRecord, textOf } from '#domain/records.ts';
import { belongsToKey } from '../cacheNames.ts';
import { hashOfKey } from './keyHash.ts';
import { tellPages } from './tellPages.ts';

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
  const launch: unknown = await get(RECORDS.launch);
  if (!isRecord(launch)) return;
  const isOf = async (key: string) => key !== '' && (await hashOfKey(key)) === keyHash;
  const { next, ...rest } = launch;
  if (await isOf(textOf(launch, 'apiKey'))) await del(RECORDS.launch);
  else if (await isOf(textOf({ next }, 'next'))) await set(RECORDS.launch, rest);
}

async function deleteCachesOf(keyHash: string): Promise<void> {
  const names = (await caches.keys()).filter((name) => belongsToKey(name, keyHash));
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** Call when the server itself has revoked the key: deletes everything stored for it, and notifies its pages. */
export async function forgetKey(keyHash: string): Promise<void> {
  revoked.add(keyHash);
  await deleteCachesOf(keyHash);
  await forgetLaunch(keyHash).catch(() => undefined);
  await tellPages(keyHash, { type: 'credential-refused' });
}
