/** The end of a day that was chosen as 'YYYY-MM-DD', in the reader's time zone, as ISO 8601; null for no day. */
export function endOfDay(day: string): string | null {
  const [, year, month, date] = /^(\d{4,6})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  const end = new Date(Number(year), Number(month) - 1, Number(date), 23, 59, 59);
  return Number.isNaN(end.getTime()) ? null : end.toISOString();
}

/** The day of a time as 'YYYY-MM-DD', in the reader's time zone; nothing for no time. */
export function dayOf(time: string | number | null): string {
  if (time === null) return '';
  const date = new Date(time);
  const month = String(date.getMonth() + 1).padStart(2, '0');
  return `${date.getFullYear()}-${month}-${String(date.getDate()).padStart(2, '0')}`;
}
