import type { Album, MonthSection, Photo } from '#contract/photos/schemas.ts';
import type { PhotoOrder } from '#contract/limits.ts';

/** The number of photos in an outline, and in a part of an album. It is more than any screen shows at once. */
export const PHOTOS_PER_PART = 200;

/**
 * An album with more photos has a page with sections by month, which does not wait for the list of all photos. Headings
 * and a scrubber are useless in an album of a few screens.
 */
const SHORT_ALBUM_PHOTOS = 200;

export function isLongAlbum({ photoCount = 0 }: Pick<Album, 'photoCount'>): boolean {
  return photoCount > SHORT_ALBUM_PHOTOS;
}

/** Whether an album in this order can have sections by month at all. */
export function isByTime(order: PhotoOrder = 'taken'): boolean {
  return order === 'taken' || order === 'newest';
}

export interface TitledSection {
  /** The month in the reader's language. */
  readonly title: string;
  count: number;
  /** The year as it stands on the scrubber; empty for photos without a time. */
  mark: string;
}

const NO_SECTIONS: readonly TitledSection[] = [];

/** The sections of a page: none in a short album, nor where all photos are of one month. */
export function titledSections(months: readonly MonthSection[]): readonly TitledSection[] {
  const photoCount = months.reduce((sum, { count }) => sum + count, 0);
  if (months.length < 2 || !isLongAlbum({ photoCount })) return NO_SECTIONS;
  const format = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return months.map(({ month, count }) => ({
    // Computed on reading: formatting all months of twenty years takes a slow tablet longer than drawing the first
    // screen.
    get title() {
      return month === undefined ? 'Without a date' : format.format(new Date(`${month}-15`));
    },
    count,
    mark: month?.slice(0, 4) ?? '',
  }));
}

/** The sections of a whole list, by the months of the reader's clock. */
export function sectionsOf(photos: readonly Photo[], order?: PhotoOrder): readonly TitledSection[] {
  if (!isByTime(order) || !isLongAlbum({ photoCount: photos.length })) return NO_SECTIONS;
  const times = photos.map(({ takenAt }) => (takenAt === undefined ? undefined : Date.parse(takenAt)));
  return titledSections(monthSections(times, ownTimeZone()));
}

/** One month on the clock of a time zone, from its first millisecond to the one after its last. */
export interface Month {
  name: string;
  from: number;
  until: number;
}

/** Formats are costly to make. A server may be asked for one zone under many names, so their number is limited. */
const formats = new Map<string, Intl.DateTimeFormat>();
const FORMATS_AT_MOST = 50;

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const fields = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
  const times = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const;
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { ...fields, ...times, timeZone });
  if (formats.size >= FORMATS_AT_MOST) formats.clear();
  formats.set(timeZone, format);
  return format;
}

export function isTimeZone(name: string): boolean {
  try {
    return formatOf(name) !== undefined;
  } catch {
    return false;
  }
}

/** The time zone in which this device shows times. */
export function ownTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Returns the time on the zone's clock, as if that clock were in UTC. */
function clockAt(ms: number, timeZone: string): Date {
  const parts = formatOf(timeZone).formatToParts(ms);
  const [year = 0, month = 0, day, hour, minute, second] = (
    ['year', 'month', 'day', 'hour', 'minute', 'second'] as const
  ).map((type) => Number(parts.find((part) => part.type === type)?.value));
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second));
}

/** When the clock of the zone shows the first moment of a month. */
function startOf(year: number, month: number, timeZone: string): number {
  const shown = Date.UTC(year, month);
  const guess = shown - (clockAt(shown, timeZone).getTime() - shown);
  // The first guess may be on the other side of a change to or from summer time.
  return shown - (clockAt(guess, timeZone).getTime() - guess);
}

function monthName(year: number, month: number): string {
  return `${String(year).padStart(4, '0')}-${String(month + 1).padStart(2, '0')}`;
}

function monthAt(ms: number, timeZone: string): Month {
  const clock = clockAt(ms, timeZone);
  const [year, month] = [clock.getUTCFullYear(), clock.getUTCMonth()];
  return {
    name: monthName(year, month),
    from: startOf(year, month, timeZone),
    until: startOf(year, month + 1, timeZone),
  };
}

/** The months of a time zone between two times; undefined if there are too many. */
export function monthsBetween(
  { first, last }: { first: number; last: number },
  { timeZone, atMost }: { timeZone: string; atMost: number },
): Month[] | undefined {
  const months: Month[] = [];
  const clock = clockAt(first, timeZone);
  let from = startOf(clock.getUTCFullYear(), clock.getUTCMonth(), timeZone);
  for (let month = clock.getUTCMonth(); from <= last; month += 1) {
    if (months.length === atMost) return undefined;
    const year = clock.getUTCFullYear() + Math.floor(month / 12);
    const until = startOf(year, (month % 12) + 1, timeZone);
    months.push({ name: monthName(year, month % 12), from, until });
    from = until;
  }
  return months;
}

/**
 * The months of a list of times, in the order of the list: one section for each run of photos of the same month, and of
 * photos without a time. The calendar is asked once for each run, so that 100,000 photos cost little.
 */
export function monthSections(times: readonly (number | undefined)[], timeZone: string): MonthSection[] {
  const sections: MonthSection[] = [];
  let month: Month | undefined;
  let current: MonthSection | undefined;
  for (const time of times) {
    const isSame = time === undefined ? month === undefined : month && time >= month.from && time < month.until;
    if (current && isSame) {
      current.count += 1;
      continue;
    }
    month = time === undefined ? undefined : monthAt(time, timeZone);
    current = month ? { month: month.name, count: 1 } : { count: 1 };
    sections.push(current);
  }
  return sections;
}
