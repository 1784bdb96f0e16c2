import { LOCAL_STORAGE } from '#contract/storageKeys.ts';

/** Outlives the tablet's other settings, so that the page for connecting it again uses the same language. */
export function rememberLanguage(locale: string): void {
  try {
    localStorage.setItem(LOCAL_STORAGE.tabletLanguage, locale);
  } catch {
    // Without storage that page uses the browser's language.
  }
}

/** The language of the tablet that this device is or was. */
export function lastLanguage(): string | undefined {
  try {
    return localStorage.getItem(LOCAL_STORAGE.tabletLanguage) ?? undefined;
  } catch {
    return undefined;
  }
}
