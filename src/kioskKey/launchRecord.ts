import { get, set } from 'idb-keyval';
import { HOME_SCREEN_LAUNCH, LAUNCH_PARAMETER, type LaunchRecord } from '#contract/offline.ts';
import { API_PATHS } from '#contract/paths.ts';
import { RECORDS } from '#contract/storageKeys.ts';
import { recordOf, textOf } from '#domain/records.ts';
import { environment } from '../environment.ts';
import { tellWorker } from '../offline/bridge.ts';
import { checkApiKey, refusalOf } from './checkApiKey.ts';

/** Also at a first start a worker is there by then. */
const FORMER_CHECKED_AFTER_MS = 60_000;

export async function launchRecord(): Promise<Record<string, unknown>> {
  return recordOf(await get(RECORDS.launch));
}

/** Where it was revoked while the tablet was off, the worker deletes what is stored for it, which nobody would ask for. */
function checkFormerSoon(apiKey: string): void {
  const url = environment().baseApiUrl + API_PATHS.checkApiKey(apiKey);
  setTimeout(() => tellWorker({ type: 'former-key', apiKey, url }), FORMER_CHECKED_AFTER_MS);
}

/** Stores the last key that the server accepted, since the fixed address of a home-screen launch contains no key. */
export async function rememberVerifiedKey(apiKey: string): Promise<void> {
  try {
    const record = await launchRecord();
    // The worker's note of a replacing key stays.
    if (record.apiKey === apiKey) return;
    await set(RECORDS.launch, { ...record, apiKey } satisfies LaunchRecord);
    const former = textOf(record, 'apiKey');
    if (former !== '') checkFormerSoon(former);
  } catch {
    // Without storage, a launch from the home screen ends on the landing page, like any visit without a key.
  }
}

async function lastVerifiedKey(): Promise<string | undefined> {
  return textOf(await launchRecord(), 'apiKey') || undefined;
}

/** The stored key if the page was launched from the home screen; undefined for every other visit. */
export async function keyOfLaunch(search: Record<string, unknown>): Promise<string | undefined> {
  if (search[LAUNCH_PARAMETER] !== HOME_SCREEN_LAUNCH) return undefined;
  return lastVerifiedKey().catch(() => undefined);
}

/**
 * The key of the lost page, if the server accepts it by now. Where nobody had responded when that page was opened, also
 * the last key of this device: the page's may have been replaced. A device that is being connected has no last key.
 */
export async function keyToReturnTo(lostKey: string): Promise<string | undefined> {
  const isUnheard = refusalOf(lostKey) === 'unheard';
  if (await checkApiKey(lostKey)) return lostKey;
  const last = isUnheard ? await lastVerifiedKey().catch(() => undefined) : undefined;
  return last !== undefined && last !== lostKey && (await checkApiKey(last)) ? last : undefined;
}
