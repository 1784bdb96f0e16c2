/**
 * The day in the long form of a language: 'November 22, 2026', '22. November 2026'. `takenAt` has no zone, so the day is
 * the one on the camera's own calendar.
 */
export function longDate(takenAt: string, locale: string): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(takenAt) ?? [];
  if (year === undefined) return '';
  // Not parsed as a whole: browsers before 2017 read a time without a zone as UTC.
  const date = new Date(Number(year), Number(month) - 1, Number(day));
  const form: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long', year: 'numeric' };
  try {
    return date.toLocaleDateString(locale, form);
  } catch {
    return date.toLocaleDateString('en', form);
  }
}
