/** Whether a text names a language, such as 'de' or 'fr-CA', in which this program can write dates. */
export function isLocale(text: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(text).length > 0;
  } catch {
    return false;
  }
}

const LANGUAGES = /^(ar|ckb|dv|fa|he|iw|ps|sd|ug|ur|yi)(-|$)/i;

/** Whether a language is written from right to left; `locale` is BCP 47. Older browsers cannot tell. */
export function isRightToLeft(locale: string): boolean {
  return LANGUAGES.test(locale);
}
