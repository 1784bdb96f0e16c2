import { SESSION_STORAGE } from '#contract/storageKeys.ts';
import type { PairingOffer } from '#contract/tablets/pairingSchemas.ts';
import { isRecord, textOf } from '#domain/records.ts';

/** The offer outlives a reload: without its secret the page could not collect a key that an admin is just granting. */
export type ShownOffer = Pick<PairingOffer, 'code' | 'secret'>;

/** Each tab shows a code of its own. */
export function rememberOffer({ code, secret }: ShownOffer): void {
  try {
    sessionStorage.setItem(SESSION_STORAGE.pairing, JSON.stringify({ code, secret }));
  } catch {
    // Without storage a reload shows a new code.
  }
}

export function forgetOffer(): void {
  try {
    sessionStorage.removeItem(SESSION_STORAGE.pairing);
  } catch {
    // Nothing was stored.
  }
}

export function rememberedOffer(): ShownOffer | undefined {
  try {
    const record: unknown = JSON.parse(sessionStorage.getItem(SESSION_STORAGE.pairing) ?? 'null');
    if (!isRecord(record)) return undefined;
    const offer = { code: textOf(record, 'code'), secret: textOf(record, 'secret') };
    return offer.code === '' || offer.secret === '' ? undefined : offer;
  } catch {
    return undefined;
  }
}
