import { del, get } from 'idb-keyval';
import { RECORDS } from '../../src/contract/storageKeys.ts';
import { isRecord, textOf } from '../../src/domain/records.ts';
import { belongsToKey } from '../cacheNames.ts';
import { hashOfKey } from './keyHash.ts';
import { tellPages } from './tellPages.ts';

const revoked = new Set<string>();

/** A response that arrives after its key was revoked must not be stored. */
export function isRevoked(keyHash: string): boolean {
  return revoked.has(keyHash);
}

/** To be called when the server accepts the key again. */
export function acceptAgain(keyHash: string): void {
  revoked.delete(keyHash);
}

async function forgetLaunch(keyHash: string): Promise<void> {
  const launch: unknown = await get(RECORDS.launch);
  if (isRecord(launch) && (await hashOfKey(textOf(launch, 'apiKey'))) === keyHash) await del(RECORDS.launch);
}

async function deleteCachesOf(keyHash: string): Promise<void> {
  const names = (await caches.keys()).filter((name) => belongsToKey(name, keyHash));
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** To be called when the server itself has revoked the key: deletes everything stored for it, and tells its pages. */
export async function forgetKey(keyHash: string): Promise<void> {
  revoked.add(keyHash);
  await deleteCachesOf(keyHash);
  await forgetLaunch(keyHash).catch(() => undefined);
  await tellPages(keyHash, { type: 'credential-refused' });
}
