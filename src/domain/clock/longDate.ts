/**
 * The day in the long form of a language: 'November 22, 2026', '22. November 2026'. `takenAt` has no zone, so the day is
 * the one on the camera's own calendar.
 */
export function longDate(takenAt: string, locale: string): string {
  const date = new Date(takenAt);
  if (Number.isNaN(date.getTime())) return '';
  const form: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long', year: 'numeric' };
  try {
    return date.toLocaleDateString(locale, form);
  } catch {
    return date.toLocaleDateString('en', form);
  }
}
