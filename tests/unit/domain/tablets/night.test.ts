import { isMainThread } from 'node:worker_threads';
import { assert, integer, property } from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { NightSettings } from '#contract/schemas/tabletSettings.ts';
import { AWAKE_MS, isDark, isNight } from '#domain/tablets/night.ts';

function from(start: string, end: string): NightSettings {
  return { shows: 'black', by: 'time', from: start, to: end };
}

function at(text: string): Date {
  return new Date(text);
}

function timeOfDay(minute: number): string {
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

/** The minutes from the noon before to the noon of a day that are night, each once. */
function nightMinutes(day: string, night: NightSettings): Date[] {
  const noon = new Date(`${day}T12:00:00`).getTime();
  const start = new Date(`${day}T12:00:00`);
  start.setDate(start.getDate() - 1);
  const minutes: Date[] = [];
  for (let time = start.getTime(); time < noon; time += 60_000) {
    if (isNight(night, new Date(time))) minutes.push(new Date(time));
  }
  return minutes;
}

describe('by the clock', () => {
  test.each([
    ['22:00', '06:30', '2026-03-05T21:59:59', false],
    ['22:00', '06:30', '2026-03-05T22:00:00', true],
    ['22:00', '06:30', '2026-03-05T00:00:00', true],
    ['22:00', '06:30', '2026-03-05T06:29:59', true],
    ['22:00', '06:30', '2026-03-05T06:30:00', false],
    ['22:00', '06:30', '2026-03-05T12:00:00', false],
    ['00:00', '06:00', '2026-03-05T00:00:00', true],
    ['00:00', '06:00', '2026-03-05T23:59:59', false],
    ['13:00', '14:00', '2026-03-05T13:30:00', true],
    ['13:00', '14:00', '2026-03-05T14:00:00', false],
    ['08:00', '08:00', '2026-03-05T08:00:00', false],
    ['08:00', '08:00', '2026-03-05T20:00:00', false],
  ])('from %s to %s: at %s %s', (...row) => {
    const [start, end, moment, expected] = row;
    expect(isNight(from(start, end), at(moment))).toBe(expected);
  });

  test('a night and its opposite share out every minute', () => {
    const time = integer({ min: 0, max: 1_439 });
    assert(
      property(time, time, time, (start, end, minute) => {
        if (start === end) return;
        const now = new Date(2026, 5, 15, 0, minute);
        expect(isNight(from(timeOfDay(start), timeOfDay(end)), now)).toBe(
          !isNight(from(timeOfDay(end), timeOfDay(start)), now),
        );
      }),
    );
  });
});

/** A thread (in which the mutants are tried) cannot leave the zone of its process, as a process can. */
const ZONES = [
  ['Europe/Berlin', '2026-03-29', '2026-10-25'],
  ['America/New_York', '2026-03-08', '2026-11-01'],
].filter(([zone]) => isMainThread || zone === new Intl.DateTimeFormat().resolvedOptions().timeZone);

describe.each(ZONES)('in %s, where the clock changes', (zone = '', springDay = '', autumnDay = '') => {
  const before = process.env.TZ;
  beforeEach(() => {
    process.env.TZ = zone;
  });
  afterEach(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });

  test('the night is an hour shorter in spring and an hour longer in autumn, and ends at the time on the clock', () => {
    const night = from('22:00', '06:00');
    const spring = nightMinutes(springDay, night);
    const autumn = nightMinutes(autumnDay, night);
    expect([spring.length, autumn.length]).toEqual([7 * 60, 9 * 60]);
    for (const minutes of [spring, autumn]) {
      const last = minutes.at(-1)!;
      expect([minutes[0]!.getHours(), last.getHours(), last.getMinutes()]).toEqual([22, 5, 59]);
    }
  });

  test('a night that begins in the hour that is left out begins with the hour after it', () => {
    const minutes = nightMinutes(springDay, from('02:30', '05:00'));
    expect([minutes.length, minutes[0]!.getHours(), minutes[0]!.getMinutes()]).toEqual([120, 3, 0]);
  });

  test('the hour that comes twice is night twice', () => {
    const hour = zone === 'Europe/Berlin' ? ['02:00', '03:00'] : ['01:00', '02:00'];
    expect(nightMinutes(autumnDay, from(hour[0]!, hour[1]!))).toHaveLength(120);
  });
});

test('by the sun, whatever the clock of the place says', () => {
  const night: NightSettings = { shows: 'clock', by: 'sun', latitude: 52.52, longitude: 13.405 };
  const moments = [
    '2024-06-20T12:00Z',
    '2024-06-20T19:25Z',
    '2024-06-20T19:40Z',
    '2024-06-21T02:30Z',
    '2024-06-21T02:50Z',
  ];
  expect(moments.map((moment) => isNight(night, at(moment)))).toEqual([false, false, true, true, false]);
});

test('a touch shows the wall for two minutes', () => {
  const now = at('2026-03-05T23:00:00');
  const night = from('22:00', '06:00');
  const darkAfter = (sinceTouchMs: number | undefined) => isDark(night, { now, sinceTouchMs });
  expect([undefined, 0, AWAKE_MS - 1, AWAKE_MS].map(darkAfter)).toEqual([true, false, false, true]);
  expect(isDark(night, { now: at('2026-03-05T12:00:00'), sinceTouchMs: undefined })).toBe(false);
});
