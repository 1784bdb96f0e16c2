import { get, set } from 'idb-keyval';
import { HOME_SCREEN_LAUNCH, LAUNCH_PARAMETER, type LaunchRecord } from '../contract/offline.ts';
import { RECORDS } from '../contract/storageKeys.ts';
import { isRecord, textOf } from '../domain/records.ts';

/** The last key that the server took, for launches from the home screen: their fixed address holds none. */
export async function rememberVerifiedKey(apiKey: string): Promise<void> {
  const record: LaunchRecord = { apiKey };
  try {
    if ((await lastVerifiedKey()) !== apiKey) await set(RECORDS.launch, record);
  } catch {
    // Without storage such a launch ends on the landing page, as any visit without a key.
  }
}

async function lastVerifiedKey(): Promise<string | undefined> {
  const record: unknown = await get(RECORDS.launch);
  return isRecord(record) ? textOf(record, 'apiKey') || undefined : undefined;
}

/** The remembered key, for a launch from the home screen and for no other visit. */
export async function keyOfLaunch(search: Record<string, unknown>): Promise<string | undefined> {
  if (search[LAUNCH_PARAMETER] !== HOME_SCREEN_LAUNCH) return undefined;
  return lastVerifiedKey().catch(() => undefined);
}
