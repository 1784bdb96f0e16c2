// Times as people read them: in their own time zone, without seconds, and near ones by their day. The sentences around
// them are English, and so are their words, in the order that people elsewhere know.

const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats are cached: creating one takes a thousand times longer than using it, and tables use one in every row. */
function formatOf(locale: string | undefined, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = JSON.stringify([locale, options]);
  const format = formats.get(name) ?? new Intl.DateTimeFormat(locale ?? ownEnglish(), options);
  formats.set(name, format);
  return format;
}

function ownEnglish(): string {
  const { locale } = new Intl.DateTimeFormat().resolvedOptions();
  return /^en\b/.test(locale) ? locale : 'en-GB';
}

export interface Reader {
  /** The reader's time in milliseconds. */
  now: number;
  /** The language. Without it, the browser's English is used, or British English if it has none. */
  locale?: string | undefined;
}

const NEAR_DAYS: Record<number, string> = { [-1]: 'yesterday', 0: 'today', 1: 'tomorrow' };

function midnight(time: Date): number {
  return new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime();
}

/** 'today', 'yesterday' or 'tomorrow'; undefined for every other day. */
function nearDay(date: Date, now: number): string | undefined {
  // Rounded, since a day on which the clocks change is longer or shorter.
  return NEAR_DAYS[Math.round((midnight(date) - midnight(new Date(now))) / 86_400_000)];
}

function dateOf(date: Date, { now, locale }: Reader): string {
  const isThisYear = date.getFullYear() === new Date(now).getFullYear();
  return formatOf(locale, { day: 'numeric', month: 'long', ...(!isThisYear && { year: 'numeric' }) }).format(date);
}

function timeOf(date: Date, { locale }: Reader): string {
  return formatOf(locale, { timeStyle: 'short' }).format(date);
}

/** 'today 06:47', 'yesterday 22:10', '24 November, 06:47', '1 March 2025, 03:00'. */
export function whenText(iso: string, reader: Reader): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  const near = nearDay(date, reader.now);
  return near === undefined ? `${dateOf(date, reader)}, ${timeOf(date, reader)}` : `${near} ${timeOf(date, reader)}`;
}

/** The same for the middle of a sentence: 'today 06:47', 'on 24 November, 06:47'. */
export function onText(iso: string, reader: Reader): string {
  const date = new Date(iso);
  const isNear = nearDay(date, reader.now) !== undefined;
  return isNear ? whenText(iso, reader) : `on ${whenText(iso, reader)}`;
}

/** The end of a time, as after 'until': 'today 18:35', 'tomorrow 06:35', '1 December', '31 January 2027'. */
export function untilText(iso: string, reader: Reader): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  return nearDay(date, reader.now) === undefined ? dateOf(date, reader) : whenText(iso, reader);
}

/** The day of a time (Jan 31, 2027), in the reader's own time zone. */
export function dayText(iso: string, locale?: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? iso : formatOf(locale, { dateStyle: 'medium' }).format(date);
}

/** A time as a part of a file name, such as `2026-03-01T03-00-00Z`: sorting by name sorts by time. */
export function datedName(milliseconds: number): string {
  return new Date(milliseconds)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
}

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
