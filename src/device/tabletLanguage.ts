import { LOCAL_STORAGE } from '#contract/storageKeys.ts';

/** Outlives the tablet's other settings, so that the page that connects it again speaks to the same people. */
export function rememberLanguage(locale: string): void {
  try {
    localStorage.setItem(LOCAL_STORAGE.tabletLanguage, locale);
  } catch {
    // Without storage that page speaks the browser's language.
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
