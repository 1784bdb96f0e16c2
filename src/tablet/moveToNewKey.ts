import { areaOf } from '#contract/areas.ts';
import { API_KEY_PARAMETER } from '#domain/access/kioskAddress.ts';
import { isRecord } from '#domain/records.ts';
import { collectNewKey } from '../api/kioskSettings.ts';
import { deviceSecret } from '../kioskKey/deviceSecret.ts';
import { askWorker, isControlled } from '../offline/bridge.ts';
import { storedTablet, storeTablet } from './storedTablet.ts';

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
