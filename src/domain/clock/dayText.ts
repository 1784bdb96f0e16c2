const formats = new Map<string | undefined, Intl.DateTimeFormat>();

/** The day of a time (Jan 31, 2027), in the reader's own language and time zone. */
export function dayText(iso: string, locale?: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  const format = formats.get(locale) ?? new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  formats.set(locale, format);
  return format.format(date);
}
