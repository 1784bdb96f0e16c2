import type { MonthSection } from '#contract/schemas/photos.ts';

/** One month on the clock of a time zone, from its first millisecond to the one after its last. */
export interface Month {
  name: string;
  from: number;
  until: number;
}

/** Formats are costly to make. A server may be asked for one zone under many names, so not all are kept for ever. */
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

function nameOf(year: number, month: number): string {
  return `${String(year).padStart(4, '0')}-${String(month + 1).padStart(2, '0')}`;
}

function monthAt(ms: number, timeZone: string): Month {
  const clock = clockAt(ms, timeZone);
  const [year, month] = [clock.getUTCFullYear(), clock.getUTCMonth()];
  return {
    name: nameOf(year, month),
    from: startOf(year, month, timeZone),
    until: startOf(year, month + 1, timeZone),
  };
}

/** The months of a time zone from that of the first time to that of the last; undefined where they are too many. */
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
    months.push({ name: nameOf(year, month % 12), from, until });
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
