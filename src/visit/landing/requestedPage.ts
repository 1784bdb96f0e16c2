import { LOCAL_STORAGE } from '#contract/storageKeys.ts';
import { isRecord, textOf } from '#domain/records.ts';

/** The lifetime of a sign-in link. */
const REMEMBERED_FOR_MS = 15 * 60_000;

/** Stores the page that somebody wanted to open, for all tabs of this browser. */
export function rememberPage(url: string): void {
  try {
    localStorage.setItem(LOCAL_STORAGE.askedFor, JSON.stringify({ url, at: Date.now() }));
  } catch {
    // A browser without storage leads to the start of the administration instead.
  }
}

/** The page that was requested a short while ago; reading it deletes it. */
export function rememberedPage(): string | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(LOCAL_STORAGE.askedFor) ?? 'null');
    localStorage.removeItem(LOCAL_STORAGE.askedFor);
    if (!isRecord(value) || typeof value.at !== 'number') return undefined;
    const age = Date.now() - value.at;
    return age >= 0 && age < REMEMBERED_FOR_MS ? textOf(value, 'url') || undefined : undefined;
  } catch {
    return undefined;
  }
}
