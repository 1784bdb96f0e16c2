import { get, set } from 'idb-keyval';
import { HOME_SCREEN_LAUNCH, LAUNCH_PARAMETER, type LaunchRecord } from '#contract/offline.ts';
import { RECORDS } from '#contract/storageKeys.ts';
import { recordOf, textOf } from '#domain/records.ts';

export async function launchRecord(): Promise<Record<string, unknown>> {
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
