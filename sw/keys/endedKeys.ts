import { del, get } from 'idb-keyval';
import { RECORDS } from '#contract/storageKeys.ts';
import { recordOf, textOf } from '#domain/records.ts';
import { forgetTree } from '../newestTree.ts';
import { belongsToKey, hashOfKey } from '../cacheNames.ts';
import { deleteCache } from '../deleteCache.ts';
import { inTime } from '../inTime.ts';
import { tellPages } from './pageKeys.ts';

const revoked = new Set<string>();

/** A response that arrives after its key was revoked must not be stored. */
export function isRevoked(keyHash: string): boolean {
  return revoked.has(keyHash);
}

/** Call when the server accepts the key again. */
export function acceptAgain(keyHash: string): void {
  revoked.delete(keyHash);
}

/** Deletes the launch record only if it holds this key: the device may have been connected with another one since. */
async function forgetLaunch(keyHash: string): Promise<void> {
  const apiKey = textOf(recordOf(await inTime(() => get(RECORDS.launch))), 'apiKey');
  if (apiKey !== '' && (await hashOfKey(apiKey)) === keyHash) await del(RECORDS.launch);
}

/** Call when the server itself has revoked the key: deletes everything stored for it, and notifies its pages. */
export async function forgetKey(keyHash: string): Promise<void> {
  revoked.add(keyHash);
  forgetTree(keyHash);
  const names = (await caches.keys()).filter((name) => belongsToKey(name, keyHash));
  await Promise.all(names.map((name) => deleteCache(name)));
  await forgetLaunch(keyHash).catch(() => undefined);
  await tellPages(keyHash, { type: 'credential-refused', keyHash });
}
