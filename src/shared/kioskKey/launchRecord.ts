import { get, set } from 'idb-keyval';
import { HOME_SCREEN_LAUNCH, LAUNCH_PARAMETER, type LaunchRecord } from '#contract/offline.ts';
import { API_PATHS } from '#contract/paths.ts';
import { FORMER } from '#contract/formerStorage.ts';
import { RECORDS } from '#contract/storageKeys.ts';
import { API_KEY_PARAMETER } from '#domain/access/kioskAddress.ts';
import { recordOf, textOf } from '#domain/records.ts';
import { beginningAddress } from '#domain/tablets/beginningAddress.ts';
import { withTimeout } from '#domain/timing.ts';
import { environment } from '#src/environment.ts';
import { tellWorker } from '#src/shared/offline/bridge.ts';
import { storedTablet } from '#src/shared/device/storedTablet.ts';
import { checkApiKey, isKeyVerified, refusalOf } from './kioskKey.ts';

/** The delay after which the former key is checked. A worker is there by then, even at a first start. */
const FORMER_CHECKED_AFTER_MS = 60_000;

/** Some browsers' storage has been seen to hang. */
const RECORD_MS = 1_000;

function hangs(): never {
  throw new Error('The storage does not respond');
}

async function launchRecord(): Promise<Record<string, unknown>> {
  return recordOf(await withTimeout(get(RECORDS.launch), RECORD_MS, hangs));
}

/**
 * Makes the worker check a former key, for which no page makes calls any more. If it was revoked while the tablet was
 * off, the worker deletes everything stored for it.
 */
function checkFormerSoon(apiKey: string): void {
  const url = environment().baseApiUrl + API_PATHS.checkApiKey(apiKey);
  setTimeout(() => tellWorker({ type: 'former-key', apiKey, url }), FORMER_CHECKED_AFTER_MS);
}

/** Deletes what versions before this stored and nothing uses any more. */
function forgetFormer(): void {
  try {
    localStorage.removeItem(FORMER.text);
  } catch {
    // Nothing is stored then.
  }
}

/** Stores the last key that the server accepted, since the fixed address of a home-screen launch contains no key. */
export async function rememberVerifiedKey(apiKey: string): Promise<void> {
  forgetFormer();
  try {
    const record = await launchRecord();
    if (record.apiKey === apiKey) return;
    await set(RECORDS.launch, { apiKey } satisfies LaunchRecord);
    const former = textOf(record, 'apiKey');
    if (former !== '') checkFormerSoon(former);
  } catch {
    // Without storage, a launch from the home screen ends on the landing page, like any visit without a key.
  }
}

/** The stored key if the page was launched from the home screen; undefined for every other visit. */
export async function keyOfLaunch(search: Record<string, unknown>): Promise<string | undefined> {
  if (search[LAUNCH_PARAMETER] !== HOME_SCREEN_LAUNCH) return undefined;
  try {
    return textOf(await launchRecord(), 'apiKey') || undefined;
  } catch {
    return undefined;
  }
}

/**
 * The key that this device was connected with last, if it is another one than this and the server accepts it. Rejects
 * when the record cannot be read.
 */
async function lastKeyInsteadOf(apiKey: string): Promise<string | undefined> {
  // It was never a key of this tablet, or another installation responds.
  if (refusalOf(apiKey) === 'unknown') return undefined;
  const last = textOf(await launchRecord(), 'apiKey');
  return last !== '' && last !== apiKey && (await isKeyVerified(last)) ? last : undefined;
}

/**
 * The address to open instead of this one, whose key is not accepted: with the key that this device was connected with
 * last, and at the page with which the tablet begins. Undefined without such a key; rejects when its record cannot be
 * read.
 */
export async function addressWithLastKey(
  apiKey: string,
  { pathname, search }: { pathname: string; search: string },
): Promise<string | undefined> {
  const last = await lastKeyInsteadOf(apiKey);
  if (last === undefined) return undefined;
  const parameters = new URLSearchParams(search);
  parameters.set(API_KEY_PARAMETER, last);
  const own = { pathname, search: `?${parameters.toString()}` };
  return beginningAddress(textOf(storedTablet(last) ?? {}, 'beginsAt'), own) ?? own.pathname + own.search;
}

/** The key of the lost page, if the server accepts it by now, or else the one that this device was connected with last. */
export async function keyToReturnTo(lostKey: string): Promise<string | undefined> {
  if (refusalOf(lostKey) !== 'revoked' && (await checkApiKey(lostKey))) return lostKey;
  return lastKeyInsteadOf(lostKey).catch(() => undefined);
}
