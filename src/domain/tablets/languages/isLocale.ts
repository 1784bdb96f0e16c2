/** Whether a text names a language, such as 'de' or 'fr-CA', that this program can write dates in. */
export function isLocale(text: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(text).length > 0;
  } catch {
    return false;
  }
}
