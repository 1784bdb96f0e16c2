import { array, assert, double, integer, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Place } from '#contract/programme/schemas.ts';
import { SUNSET_DEGREES, sunElevation } from '#domain/programme/programme.ts';

const MINUTE_MS = 60_000;

const BERLIN = { latitude: 52.52, longitude: 13.405 };
const LONDON = { latitude: 51.507, longitude: -0.128 };
const NEW_YORK = { latitude: 40.713, longitude: -74.006 };
const SYDNEY = { latitude: -33.869, longitude: 151.209 };
const QUITO = { latitude: -0.18, longitude: -78.467 };
const TROMSO = { latitude: 69.649, longitude: 18.956 };

function isUp(time: number, place: Place): boolean {
  return sunElevation(time, place) > SUNSET_DEGREES;
}

/** Sunrise and sunset as almanacs print them, in the place's own time. */
const TABLE: [string, Place, string, string][] = [
  ['Berlin, midsummer', BERLIN, '2024-06-20T04:43+02:00', '2024-06-20T21:33+02:00'],
  ['Berlin, midwinter', BERLIN, '2024-12-21T08:15+01:00', '2024-12-21T15:54+01:00'],
  ['London, midsummer', LONDON, '2024-06-20T04:43+01:00', '2024-06-20T21:21+01:00'],
  ['London, midwinter', LONDON, '2024-12-21T08:04Z', '2024-12-21T15:53Z'],
  ['New York, midsummer', NEW_YORK, '2024-06-20T05:25-04:00', '2024-06-20T20:31-04:00'],
  ['New York, midwinter', NEW_YORK, '2024-12-21T07:17-05:00', '2024-12-21T16:32-05:00'],
  ['Sydney, midsummer', SYDNEY, '2024-12-21T05:41+11:00', '2024-12-21T20:05+11:00'],
  ['Sydney, midwinter', SYDNEY, '2024-06-20T07:00+10:00', '2024-06-20T16:54+10:00'],
  ['Quito, equinox', QUITO, '2024-03-20T06:18-05:00', '2024-03-20T18:24-05:00'],
];

describe.each(TABLE)('%s', (...row) => {
  const [, place, rise, set] = row;
  const tolerance = 2.5 * MINUTE_MS;

  test(`the sun rises at ${rise}`, () => {
    const time = Date.parse(rise);
    expect([isUp(time - tolerance, place), isUp(time + tolerance, place)]).toEqual([false, true]);
  });

  test(`the sun sets at ${set}`, () => {
    const time = Date.parse(set);
    expect([isUp(time - tolerance, place), isUp(time + tolerance, place)]).toEqual([true, false]);
  });
});

/** Altitudes from books and almanacs. At the pole the sun is as high as its declination. */
test.each([
  ['the worked example of the Solar Position Algorithm', '2003-10-17T19:30:30Z', [39.742, -105.179], 39.872],
  ['example 25.a of Meeus, Astronomical Algorithms', '1992-10-12T23:59:01Z', [90, 0], -7.785],
  ['the equinox of March 2000', '2000-03-20T07:35Z', [90, 0], 0],
  ['the equinox of March 2024', '2024-03-20T03:06Z', [90, 0], 0],
  ['the equinox of September 2024', '2024-09-22T12:44Z', [90, 0], 0],
  ['the equinox of March 2050', '2050-03-20T10:19Z', [90, 0], 0],
  ['the solstice of June 2024', '2024-06-20T20:51Z', [90, 0], 23.436],
  ['the solstice of December 2024', '2024-12-21T09:20Z', [90, 0], -23.436],
] as const)('%s: its elevation is right to 0.005 degrees', (...row) => {
  const [, time, [latitude, longitude], expected] = row;
  const elevation = sunElevation(Date.parse(time), { latitude, longitude });
  expect(Math.abs(elevation - expected)).toBeLessThan(0.005);
});

/** Whether the sun is up at each full hour of a day. */
function hoursOf(day: string, place: Place): boolean[] {
  return Array.from({ length: 24 }, (_, hour) => isUp(Date.parse(`${day}T00:00Z`) + hour * 60 * MINUTE_MS, place));
}

test('in Tromsø the sun stays up all of June and down all of December', () => {
  for (const day of ['2024-05-25', '2024-06-20', '2024-07-20'])
    expect(new Set(hoursOf(day, TROMSO))).toEqual(new Set([true]));
  for (const day of ['2024-12-01', '2024-12-21', '2025-01-10'])
    expect(new Set(hoursOf(day, TROMSO))).toEqual(new Set([false]));
  expect(new Set(hoursOf('2024-03-20', TROMSO)).size).toBe(2);
});

test('at the poles a day is half a year', () => {
  const [north, south] = [90, -90].map((latitude) => ({ latitude, longitude: 0 }));
  expect(hoursOf('2024-06-20', north!)).not.toContain(false);
  expect(hoursOf('2024-06-20', south!)).not.toContain(true);
});

test('anywhere and at any time it is a height between nadir and zenith', () => {
  const place = record({
    latitude: double({ min: -90, max: 90, noNaN: true }),
    longitude: double({ min: -180, max: 180, noNaN: true }),
  });
  const times = array(integer({ min: -2_000_000_000_000, max: 8_000_000_000_000 }), { minLength: 1, maxLength: 5 });
  assert(
    property(place, times, (somewhere, moments) => {
      for (const moment of moments) {
        const elevation = sunElevation(moment, somewhere);
        expect(Math.abs(elevation)).toBeLessThanOrEqual(90);
      }
    }),
  );
});
