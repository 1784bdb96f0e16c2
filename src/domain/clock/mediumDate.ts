const formats = new Map<string | undefined, Intl.DateTimeFormat>();

/** Formats are cached: creating one takes a thousand times longer than using it, and tables use one in every row. */
function formatOf(locale: string | undefined): Intl.DateTimeFormat {
  const known = formats.get(locale);
  if (known) return known;
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });
  formats.set(locale, format);
  return format;
}

/** Date and time in the medium format (Oct 30, 2025, 11:53:07 AM), in the reader's own language and time zone. */
export function mediumDate(iso: string, locale?: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  return formatOf(locale).format(date);
}
