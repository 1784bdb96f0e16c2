const LANGUAGES = /^(ar|ckb|dv|fa|he|iw|ps|sd|ug|ur|yi)(-|$)/i;

/** Whether a language is written from right to left; `locale` is BCP 47. Older browsers cannot tell. */
export function isRightToLeft(locale: string): boolean {
  return LANGUAGES.test(locale);
}
