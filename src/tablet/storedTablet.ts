import { LOCAL_STORAGE } from '#contract/storageKeys.ts';
import { hash32 } from '#domain/hash32.ts';
import { isRecord } from '#domain/records.ts';

// The tablet's own data in localStorage, the only storage that the first frame can read synchronously. It identifies
// the tablet's keys, the present and former ones, by 32 bits of a hash, from which nobody can recover them.

/** Each replacement adds one key; a launcher may open the address with any of them. */
const FORMER_KEYS = 20;

/**
 * Returns the stored data of this key, or of the key that replaced it; without a key (a launch from the home screen has
 * none), of the last one.
 */
export function storedTablet(apiKey?: string): Record<string, unknown> | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(LOCAL_STORAGE.tablet) ?? 'null');
    if (!isRecord(stored)) return undefined;
    return apiKey === undefined || keysOf(stored).includes(hash32(apiKey)) ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** `replaced` is the key that this one has just replaced. */
export function storeTablet(apiKey: string, tablet: object, replaced = apiKey): void {
  try {
    const of = hash32(apiKey);
    const known = keysOf(storedTablet(replaced) ?? storedTablet(apiKey) ?? {});
    const former = new Set([hash32(replaced), ...known]);
    former.delete(of);
    const formerly = former.size > 0 ? [...former].slice(0, FORMER_KEYS) : undefined;
    localStorage.setItem(LOCAL_STORAGE.tablet, JSON.stringify({ ...tablet, of, formerly }));
  } catch {
    // A page that may not use storage, or whose storage is full, requests the data again at each start.
  }
}

/** The key in use first. */
function keysOf({ of, formerly }: Record<string, unknown>): unknown[] {
  return [of, ...(Array.isArray(formerly) ? formerly : [])].filter((key) => key !== undefined);
}
