import { get, set } from 'idb-keyval';
import { RECORDS } from '#contract/storageKeys.ts';
import { recordOf, textOf } from '#domain/records.ts';
import { hashOfKey, replaceKey } from './keyHash.ts';
import { keyHashOfPage } from './pageKeys.ts';
import { tellPages } from './tellPages.ts';

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
    return true;
  } catch {
    return false;
  }
}

/**
 * The key that has replaced this one: the one collected last, if both stand for the same stored photos. There is only
 * one, so that no two keys are taken for each other's successors.
 */
async function successorOf(apiKey: string, keyHash: string): Promise<string | undefined> {
  const next = textOf(recordOf(await get(RECORDS.launch).catch(() => undefined)), 'next');
  return next !== '' && next !== apiKey && (await hashOfKey(next)) === keyHash ? next : undefined;
}

/**
 * Call when the server rejects a key. Returns true when another key has replaced it, as after a power cut just after
 * the first use of the new one, or on a tablet that always opens the same address. The key's pages then move on to the
 * new one.
 */
export async function isReplaced(apiKey: string, keyHash: string): Promise<boolean> {
  const successor = await successorOf(apiKey, keyHash);
  if (successor === undefined) return false;
  await tellPages(keyHash, { type: 'key-replaced', apiKey: successor });
  return true;
}
