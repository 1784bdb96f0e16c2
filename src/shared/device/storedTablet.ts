import { LOCAL_STORAGE } from '#contract/storageKeys.ts';
import { hash32 } from '#domain/hash32.ts';
import { isRecord } from '#domain/records.ts';

// The tablet's own data in localStorage, the only storage that the first frame can read synchronously. It identifies
// the tablet's key by 32 bits of a hash, from which nobody can recover it.

/** The stored data of this key; without a key (a launch from the home screen has none), of the last one. */
export function storedTablet(apiKey?: string): Record<string, unknown> | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(LOCAL_STORAGE.tablet) ?? 'null');
    if (!isRecord(stored)) return undefined;
    return apiKey === undefined || stored.of === hash32(apiKey) ? stored : undefined;
  } catch {
    return undefined;
  }
}

export function storeTablet(apiKey: string, tablet: object): void {
  try {
    localStorage.setItem(LOCAL_STORAGE.tablet, JSON.stringify({ ...tablet, of: hash32(apiKey) }));
  } catch {
    // A page that may not use storage, or whose storage is full, requests the data again at each start.
  }
}
