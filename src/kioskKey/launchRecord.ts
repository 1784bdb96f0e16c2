import { get, set } from 'idb-keyval';
import { HOME_SCREEN_LAUNCH, LAUNCH_PARAMETER, type LaunchRecord } from '#contract/offline.ts';
import { RECORDS } from '#contract/storageKeys.ts';
import { successorOf } from '#domain/access/replacedKey.ts';
import { recordOf, textOf } from '#domain/records.ts';
import { storedTablet, storeTablet } from '../tablet/storedTablet.ts';

async function launchRecord(): Promise<Record<string, unknown>> {
  return recordOf(await get(RECORDS.launch));
}

/** Stores the last key that the server accepted, since the fixed address of a home-screen launch contains no key. */
export async function rememberVerifiedKey(apiKey: string): Promise<void> {
  try {
    const record = await launchRecord();
    // The worker's note of a replacing key stays.
    if (record.apiKey !== apiKey) await set(RECORDS.launch, { ...record, apiKey } satisfies LaunchRecord);
  } catch {
    // Without storage, a launch from the home screen ends on the landing page, like any visit without a key.
  }
}

export async function lastVerifiedKey(): Promise<string | undefined> {
  return textOf(await launchRecord(), 'apiKey') || undefined;
}

/** The stored key if the page was launched from the home screen; undefined for every other visit. */
export async function keyOfLaunch(search: Record<string, unknown>): Promise<string | undefined> {
  if (search[LAUNCH_PARAMETER] !== HOME_SCREEN_LAUNCH) return undefined;
  return lastVerifiedKey().catch(() => undefined);
}

/** The keys that the server has rejected since this page was loaded: none of them is gone back to. */
const rejected = new Set<unknown>();

/**
 * The key that has replaced a rejected one, for a page without a worker: that knows it, and tells its pages. By the
 * worker's note or, where there was no worker then, by the record of launches, if both are keys of the same tablet.
 */
export async function keyAfter(apiKey: string): Promise<string | undefined> {
  rejected.add(apiKey);
  const noted = await successorOf(apiKey, (address) => caches.match(address)).catch(() => undefined);
  if (noted !== undefined && !storedTablet(noted)) storeTablet(noted, storedTablet(apiKey) ?? {}, apiKey);
  const { next, apiKey: last } = await launchRecord().catch((): Record<string, unknown> => ({}));
  const ofSameTablet = storedTablet(apiKey) ? [next, last] : [];
  return [noted, ...ofSameTablet].find(
    (key): key is string =>
      typeof key === 'string' && !rejected.has(key) && (key === noted || storedTablet(key) !== undefined),
  );
}
