import { expect, test } from 'vitest';
import type { Rule } from '#contract/programme/schemas.ts';
import { zonedMoment } from '#domain/clock/zones.ts';
import { momentOf, ruleAt } from '#domain/programme/programme.ts';

// A leap year of a wall in Berlin, minute by minute, against a table that was written by hand from the sentences beside
// the rules.

type Name = 'newYear' | 'advent' | 'week' | 'weekend' | 'leapDay' | '-';

const PROGRAMME: Record<Exclude<Name, '-'>, Rule> = {
  /** New Year's Eve and New Year's Day from 18:00 to 20:00. */
  newYear: { dates: { from: '12-31', to: '01-01' }, from: '18:00', to: '20:00', shows: 'clock' },
  /** December from 16:00 to 21:00. */
  advent: { dates: { from: '12-01', to: '12-31' }, from: '16:00', to: '21:00', shows: 'slideshow', albumIds: ['a'] },
  /** Mondays to Fridays from 22:00 until 7:00. */
  week: { days: [1, 2, 3, 4, 5], from: '22:00', to: '07:00', shows: 'black' },
  /** Saturdays and Sundays from 23:30 until 9:00. */
  weekend: { days: [6, 7], from: '23:30', to: '09:00', shows: 'dark-clock' },
  /** The day that comes once in four years. */
  leapDay: { dates: { from: '02-29', to: '02-29' }, shows: 'home' },
};

/** From which time on which rule counts. */
type Day = readonly (readonly [string, Name])[];

const WORKDAY: Day = [
  ['00:00', 'week'],
  ['07:00', '-'],
  ['22:00', 'week'],
];
const MONDAY: Day = [
  ['00:00', 'weekend'],
  ['09:00', '-'],
  ['22:00', 'week'],
];
const SATURDAY: Day = [
  ['00:00', 'week'],
  ['07:00', '-'],
  ['23:30', 'weekend'],
];
const SUNDAY: Day = [
  ['00:00', 'weekend'],
  ['09:00', '-'],
  ['23:30', 'weekend'],
];
const WEEK = [SUNDAY, MONDAY, WORKDAY, WORKDAY, WORKDAY, WORKDAY, SATURDAY];

function tableOf(date: Date): Day {
  const day = WEEK[date.getUTCDay()] ?? [];
  const is = (month: number, ofMonth: number) => date.getUTCMonth() + 1 === month && date.getUTCDate() === ofMonth;
  // A Tuesday in 2028.
  if (is(2, 29)) return day.map(([time, name]) => [time, name === '-' ? 'leapDay' : name] as const);
  const before = (end: string) => day.filter(([time]) => time < end);
  const after = (start: string) => day.filter(([time]) => time > start);
  if (is(1, 1)) return [...before('18:00'), ['18:00', 'newYear'], ['20:00', '-'], ...after('20:00')];
  const advent = [...before('16:00'), ['16:00', 'advent'] as const];
  const evening = [['21:00', '-'] as const, ...after('21:00')];
  if (is(12, 31)) return [...advent, ['18:00', 'newYear'], ['20:00', 'advent'], ...evening];
  return date.getUTCMonth() === 11 ? [...advent, ...evening] : day;
}

const YEAR = 2028;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

test('each minute of a year has the rule that the table has, both days of changed clocks and 29 February too', () => {
  const programme = Object.values(PROGRAMME);
  const names = Object.keys(PROGRAMME);
  const wrong: string[] = [];
  let minutes = 0;
  let leapMinutes = 0;
  let day: { number: number; table: Day } = { number: -1, table: [] };
  for (let atMs = Date.UTC(YEAR, 0, 1) - 60 * MINUTE_MS; wrong.length < 10; atMs += MINUTE_MS) {
    // Two hours ahead from 26 March 2028 to 29 October 2028, at 01:00 UTC; one hour ahead before and after.
    const isSummer = atMs >= Date.UTC(YEAR, 2, 26, 1) && atMs < Date.UTC(YEAR, 9, 29, 1);
    const wallMs = atMs + (isSummer ? 120 : 60) * MINUTE_MS;
    const number = Math.floor(wallMs / DAY_MS);
    if (number !== day.number) {
      const date = new Date(wallMs);
      if (date.getUTCFullYear() > YEAR) break;
      day = { number, table: tableOf(date) };
    }
    const minute = (wallMs - number * DAY_MS) / MINUTE_MS;
    const expected = day.table.findLast(([from]) => minuteOf(from) <= minute)?.[1];
    const rule = ruleAt({ programme, place: null }, { atMs, wallMs });
    const found = rule ? names[programme.indexOf(rule)] : '-';
    if (found !== expected) wrong.push(`${new Date(wallMs).toISOString()}: ${found} instead of ${expected}`);
    minutes += 1;
    if (found === 'leapDay') leapMinutes += 1;
  }
  expect(wrong).toEqual([]);
  expect([minutes, leapMinutes]).toEqual([366 * 1_440, 15 * 60]);
});

test('the clocks of that year are those of the zone, and of a device', () => {
  for (const atMs of [Date.UTC(YEAR, 2, 26, 0, 59), Date.UTC(YEAR, 2, 26, 1), Date.UTC(YEAR, 9, 29, 1)]) {
    const isSummer = atMs === Date.UTC(YEAR, 2, 26, 1);
    expect(zonedMoment('Europe/Berlin', atMs).wallMs - atMs).toBe((isSummer ? 120 : 60) * MINUTE_MS);
  }
  expect(momentOf(new Date(YEAR, 1, 29, 23, 59)).wallMs).toBe(Date.UTC(YEAR, 1, 29, 23, 59));
});
