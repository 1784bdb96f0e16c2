import { areaOf } from '#contract/areas.ts';
import { API_KEY_PARAMETER } from '#domain/access/kioskAddress.ts';
import { successorOf } from '#domain/access/replacedKey.ts';
import { isRecord } from '#domain/records.ts';
import { withTimeout } from '#domain/timing.ts';
import { deviceSecret } from '../kioskKey/deviceSecret.ts';
import { launchRecord } from '../kioskKey/launchRecord.ts';
import { askWorker, isControlled } from '../offline/bridge.ts';
import { storedTablet, storeTablet } from './storedTablet.ts';

/** Some browsers' IndexedDB has been seen to hang. */
const RECORD_MS = 1_000;

let isMoving = false;

/**
 * Collects the key that an admin ordered and uses it from now on. The worker first stores that the new key stands for
 * all stored data: the server ends the old key as soon as the new one is used. A lost response, or a power cut
 * meanwhile, does no harm: the tablet asks again with the old key.
 */
export async function moveToNewKey(apiKey: string): Promise<void> {
  const secret = deviceSecret();
  if (isMoving || secret === undefined) return;
  isMoving = true;
  try {
    // Not loaded with the rest, by which a launch from the home screen begins.
    const { collectNewKey } = await import('../api/kioskSettings.ts');
    const { key } = await collectNewKey(apiKey, secret);
    const reply = isControlled()
      ? await askWorker({ type: 'new-key', apiKey: key, replaced: apiKey })
      : { isKept: true };
    if (isRecord(reply) && reply.isKept === true) goOnWith(key, apiKey);
  } catch {
    // The server is out of reach, or another page of this tablet was faster: the next request of the settings shows it.
  } finally {
    isMoving = false;
  }
}

/** Opens the same address with another key, in the same entry of the history, with the slideshow that it names. */
export function goOnWith(newKey: string, oldKey: string): void {
  const address = new URL(window.location.href);
  if (newKey === address.searchParams.get(API_KEY_PARAMETER)) return;
  // The record of the tablet may name the new key alone or, after a power cut, none: then the next start with the old
  // address would take what is stored for another tablet's, and forget it.
  storeTablet(newKey, storedTablet(oldKey) ?? storedTablet(newKey) ?? {}, oldKey);
  // The kiosk was left while the key was on its way: no other page may have it in its address.
  if (areaOf(address.pathname)?.name !== 'kiosk') return;
  address.searchParams.set(API_KEY_PARAMETER, newKey);
  // Bypasses the router, which would go to the new address before the reload, and restart the slideshow.
  History.prototype.replaceState.call(window.history, window.history.state, '', address);
  window.location.reload();
}

function notedSuccessor(apiKey: string): Promise<string | undefined> {
  return successorOf(apiKey, (address) => caches.match(address)).catch(() => undefined);
}

/**
 * The record of this tablet, where it names the key that replaced this one and not this one: a power cut may take the
 * record, and the next one is made with the new key alone. From now on it names both.
 */
export async function recordOfSuccessor(apiKey: string): Promise<Record<string, unknown> | undefined> {
  const noted = storedTablet(apiKey) ? undefined : await notedSuccessor(apiKey);
  const record = noted === undefined ? undefined : storedTablet(noted);
  if (noted !== undefined && record) storeTablet(noted, record, apiKey);
  return record;
}

/** The keys that the server has rejected since this page was loaded: none of them is gone back to. */
const rejected = new Set<unknown>();

/**
 * The key that has replaced a rejected one, for a page without a worker, which would know it. It comes from the
 * worker's earlier note or, if there was no worker then, from the record of launches, if both are keys of this tablet.
 */
export async function keyAfter(apiKey: string): Promise<string | undefined> {
  rejected.add(apiKey);
  const noted = await notedSuccessor(apiKey);
  if (noted !== undefined && !rejected.has(noted)) {
    if (!storedTablet(noted)) storeTablet(noted, storedTablet(apiKey) ?? {}, apiKey);
    return noted;
  }
  if (!storedTablet(apiKey)) return undefined;
  const { next, apiKey: last } = await launchInTime();
  return [next, last].find(
    (key): key is string => typeof key === 'string' && !rejected.has(key) && storedTablet(key) !== undefined,
  );
}

async function launchInTime(): Promise<Record<string, unknown>> {
  try {
    return await withTimeout(launchRecord(), RECORD_MS, () => ({}));
  } catch {
    return {};
  }
}
