import { get, set } from 'idb-keyval';
import { HOME_SCREEN_LAUNCH, LAUNCH_PARAMETER, LAUNCH_RECORD, type LaunchRecord } from '../contract/offline.ts';
import { isRecord, textOf } from '../domain/records.ts';

/** The last key the server took, for launches from the home screen: their fixed address holds none. */
export async function rememberVerifiedKey(apiKey: string): Promise<void> {
  const record: LaunchRecord = { apiKey };
  try {
    if ((await lastVerifiedKey()) !== apiKey) await set(LAUNCH_RECORD, record);
  } catch {
    // No storage: such a launch then ends on the landing page, as any visit without a key.
  }
}

async function lastVerifiedKey(): Promise<string | undefined> {
  const record: unknown = await get(LAUNCH_RECORD);
  return isRecord(record) ? textOf(record, 'apiKey') || undefined : undefined;
}

/** The device's own key, for a launch from the home screen and for nothing else. */
export async function keyOfLaunch(search: Record<string, unknown>): Promise<string | undefined> {
  if (search[LAUNCH_PARAMETER] !== HOME_SCREEN_LAUNCH) return undefined;
  return lastVerifiedKey().catch(() => undefined);
}
