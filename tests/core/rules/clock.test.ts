import { describe, expect, test } from 'vitest';
import { clockTexts, drift, msToNextSecond } from '#domain/clock/clock.ts';

function textsAt(text: string) {
  return clockTexts(new Date(text));
}

describe('clockTexts', () => {
  test.each([
    ['2026-03-05T00:00:00', '12:00', 'am'],
    ['2026-03-05T00:59:59', '12:59', 'am'],
    ['2026-03-05T01:00:00', '1:00', 'am'],
    ['2026-03-05T09:05:00', '9:05', 'am'],
    ['2026-03-05T11:59:59', '11:59', 'am'],
    ['2026-03-05T12:00:00', '12:00', 'pm'],
    ['2026-03-05T12:09:00', '12:09', 'pm'],
    ['2026-03-05T13:00:00', '1:00', 'pm'],
    ['2026-03-05T23:59:59', '11:59', 'pm'],
  ])('%s reads %s %s', (moment, time, half) => {
    expect(textsAt(moment)).toMatchObject({ time, half });
  });

  test.each([
    ['2026-01-31T23:59:59', '2026.1.31'],
    ['2026-02-01T00:00:00', '2026.2.1'],
    ['2024-02-29T12:00:00', '2024.2.29'],
    ['2026-02-28T23:59:59', '2026.2.28'],
    ['2026-09-09T09:09:09', '2026.9.9'],
    ['2025-12-31T23:59:59', '2025.12.31'],
    ['2026-01-01T00:00:00', '2026.1.1'],
    ['2026-10-10T00:00:00', '2026.10.10'],
  ])('%s has the date %s', (moment, date) => {
    expect(textsAt(moment).date).toBe(date);
  });

  test('names all seven weekdays in English', () => {
    const names = [1, 2, 3, 4, 5, 6, 7].map((day) => textsAt(`2026-03-0${day}T10:00:00`).weekday);
    expect(names).toEqual(['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']);
  });

  test('every minute of a day reads h:mm with 1 to 12 hours', () => {
    const seen = new Set<string>();
    for (let minute = 0; minute < 1440; minute += 1) {
      const { time, half } = clockTexts(new Date(2026, 5, 15, 0, minute));
      expect(time).toMatch(/^([1-9]|1[0-2]):[0-5]\d$/);
      seen.add(`${time}${half}`);
    }
    expect(seen.size).toBe(1440);
  });
});

function styled(text: string, hours: 12 | 24, locale: string) {
  return clockTexts(new Date(text), { hours, locale });
}

describe('in another style', () => {
  test.each([
    ['2026-03-05T00:05:00', '00:05'],
    ['2026-03-05T09:05:00', '09:05'],
    ['2026-03-05T23:59:59', '23:59'],
  ])('24 hours: %s reads %s, without a half', (moment, time) => {
    expect(styled(moment, 24, 'en')).toMatchObject({ time, half: undefined, date: '2026.3.5', weekday: 'Thursday' });
  });

  test.each([
    ['de', 'Donnerstag', '5.3.2026'],
    ['fr', 'jeudi', '05/03/2026'],
    ['es', 'jueves', '5/3/2026'],
    ['en-GB', 'Thursday', '05/03/2026'],
  ])('%s: weekday and date are as people there write them', (locale, weekday, date) => {
    expect(styled('2026-03-05T13:05:00', 12, locale)).toEqual({ time: '1:05', half: 'pm', weekday, date });
  });

  test('what is no language is English', () => {
    expect(styled('2026-03-05T13:05:00', 12, 'not a language')).toEqual(clockTexts(new Date('2026-03-05T13:05:00')));
  });
});

test('msToNextSecond waits for the turn of the second, never for nothing', () => {
  expect([0, 1, 250, 999, 1000, 12_345, -1, -1000].map(msToNextSecond)).toEqual([
    1000, 999, 750, 1, 1000, 655, 1, 1000,
  ]);
});

describe('drift', () => {
  const minutes = Array.from({ length: 60 }, (_, minute) => drift(minute * 60_000));

  test('stands still within a minute and moves with the next', () => {
    expect(drift(59_999)).toEqual(drift(0));
    minutes.slice(1).forEach((place, at) => expect(place, `minute ${at + 1}`).not.toEqual(minutes[at]));
  });

  test('goes a few pixels at a time and stays near the middle', () => {
    minutes.slice(1).forEach((place, at) => {
      const before = minutes[at]!;
      expect(Math.hypot(place.xPx - before.xPx, place.yPx - before.yPx)).toBeLessThanOrEqual(6);
      expect(Math.hypot(place.xPx, place.yPx)).toBeLessThanOrEqual(14);
    });
  });

  test('moves once around the middle in 14 minutes', () => {
    const round = minutes.slice(0, 14);
    expect(round[0]).toEqual({ xPx: 0, yPx: 0 });
    expect(minutes[14]).toEqual(round[0]);
    const quarters = new Set(round.slice(1).map(({ xPx, yPx }) => `${Math.sign(xPx)},${Math.sign(yPx)}`));
    expect([...quarters].sort()).toEqual(['-1,-1', '-1,1', '1,-1', '1,1']);
  });

  test('a device whose clock stands before 1970 has a place too', () => {
    expect(drift(-1)).toEqual(drift(13 * 60_000));
  });
});
