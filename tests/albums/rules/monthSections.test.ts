import { array, assert, constantFrom, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { isTimeZone, monthsBetween, monthSections, ownTimeZone } from '#domain/albums/longAlbums.ts';

const at = (iso: string) => Date.parse(iso);

test('a section for each month, and one for photos without a time', () => {
  const times = ['2024-07-01T00:00:00Z', '2024-07-31T23:59:59Z', '2024-08-01T00:00:00Z', '2025-08-01T00:00:00Z'];
  expect(monthSections([...times.map(at), undefined, undefined], 'UTC')).toEqual([
    { month: '2024-07', count: 2 },
    { month: '2024-08', count: 1 },
    { month: '2025-08', count: 1 },
    { count: 2 },
  ]);
  expect(monthSections([], 'UTC')).toEqual([]);
});

test.each([
  ['Europe/Zurich', '2024-07-31T21:59:59.999Z', '2024-07'],
  ['Europe/Zurich', '2024-07-31T22:00:00Z', '2024-08'],
  // Summer time begins within this month.
  ['Europe/Zurich', '2024-03-31T22:00:00Z', '2024-04'],
  ['Europe/Zurich', '2024-02-29T23:00:00Z', '2024-03'],
  ['America/Los_Angeles', '2024-08-01T06:59:59Z', '2024-07'],
  ['Pacific/Kiritimati', '2023-12-31T10:00:00Z', '2024-01'],
  // Clocks there have been turned back at midnight, just when the month begins.
  ['America/Havana', '2020-11-01T04:30:00Z', '2020-11'],
])('in %s the time %s is of %s', (zone, iso, month) => {
  expect(monthSections([at(iso)], zone)).toEqual([{ month, count: 1 }]);
});

test('a list with the latest first has the same sections', () => {
  const times = ['2024-08-02T00:00:00Z', '2024-08-01T00:00:00Z', '2024-07-31T23:59:59.999Z'];
  expect(monthSections(times.map(at), 'UTC')).toEqual([
    { month: '2024-08', count: 2 },
    { month: '2024-07', count: 1 },
  ]);
});

test('a month ends by its own clock, although summer time begins within hours', () => {
  const times = ['2023-09-15T00:00:00Z', '2023-09-30T13:59:59.999Z', '2023-09-30T14:00:00Z', '2023-10-15T00:00:00Z'];
  expect(monthSections(times.map(at), 'Australia/Sydney')).toEqual([
    { month: '2023-09', count: 2 },
    { month: '2023-10', count: 2 },
  ]);
});

test('a month in summer time ends by summer time', () => {
  const times = ['2024-07-15T00:00:00Z', '2024-07-31T21:59:59.999Z', '2024-07-31T22:00:00Z'];
  expect(monthSections(times.map(at), 'Europe/Zurich')).toEqual([
    { month: '2024-07', count: 2 },
    { month: '2024-08', count: 1 },
  ]);
});

test('a year has four digits', () => {
  expect(monthSections([at('0794-11-05T12:00:00Z')], 'UTC')).toEqual([{ month: '0794-11', count: 1 }]);
});

test('times next to each other in a list are of the month that the clock of the zone shows for each alone', () => {
  const zone = constantFrom('UTC', 'Europe/Zurich', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kathmandu');
  const times = array(integer({ min: at('1990-01-01T00:00:00Z'), max: at('2030-01-01T00:00:00Z') }));
  assert(
    property(zone, times, (timeZone, list) => {
      const format = new Intl.DateTimeFormat('sv-SE', { year: 'numeric', month: '2-digit', timeZone });
      const sorted = list.sort((one, other) => one - other);
      const alone = sorted.map((ms) => format.format(ms));
      const inSections = monthSections(sorted, timeZone).flatMap(({ month, count }) =>
        Array.from({ length: count }, () => month),
      );
      expect(inSections).toEqual(alone);
    }),
  );
});

test('a time zone is known by its name', () => {
  expect(ownTimeZone()).toMatch(/./);
  expect([ownTimeZone(), 'Europe/Zurich', 'UTC', 'Mars/Olympus', ''].map(isTimeZone)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

test('the months between two times follow one another without a gap, and name what sections name', () => {
  const zones = constantFrom('UTC', 'Europe/Zurich', 'America/New_York', 'Australia/Sydney', 'Asia/Kolkata');
  const time = integer({ min: at('1990-01-01T00:00:00Z'), max: at('2030-01-01T00:00:00Z') });
  assert(
    property(array(time, { minLength: 1, maxLength: 20 }), zones, (times, timeZone) => {
      const sorted = times.toSorted((one, other) => one - other);
      const months = monthsBetween({ first: sorted[0]!, last: sorted.at(-1)! }, { timeZone, atMost: 500 })!;
      for (const [index, { until }] of months.slice(0, -1).entries()) expect(months[index + 1]!.from).toBe(until);
      const counts = months.map(({ name, from, until }) => ({
        month: name,
        count: sorted.filter((one) => one >= from && one < until).length,
      }));
      expect(counts.filter(({ count }) => count > 0)).toEqual(monthSections(sorted, timeZone));
    }),
    { numRuns: 60 },
  );
});

test('too many months are none', () => {
  const years = { first: at('0001-02-01T00:00:00Z'), last: at('2024-01-01T00:00:00Z') };
  expect(monthsBetween(years, { timeZone: 'UTC', atMost: 1_200 })).toBeUndefined();
  const one = { first: years.last, last: years.last };
  expect(monthsBetween(one, { timeZone: 'UTC', atMost: 1 })?.map(({ name }) => name)).toEqual(['2024-01']);
});
