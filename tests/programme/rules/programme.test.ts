import { isMainThread } from 'node:worker_threads';
import { assert, integer, property } from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Place, Rule } from '#contract/programme/schemas.ts';
import { zonedMoment } from '#domain/clock/zones.ts';
import { type Moment, momentOf, ruleAt, wallRuleAt } from '#domain/programme/programme.ts';

const BERLIN: Place = { latitude: 52.52, longitude: 13.405 };
const SVALBARD: Place = { latitude: 78.2, longitude: 15.6 };
const REYKJAVIK: Place = { latitude: 64.15, longitude: -21.94 };

function black(from: string, to: string): Rule {
  return { shows: 'black', from, to };
}

/** The index of the rule that counts; -1 for none. */
function indexAt(programme: Rule[], moment: Moment, place: Place | null = null): number {
  const rule = ruleAt({ programme, place }, moment);
  return rule ? programme.indexOf(rule) : -1;
}

const fits = (rule: Rule, moment: Moment, place: Place | null = null) => indexAt([rule], moment, place) === 0;
const berlin = (text: string) => zonedMoment('Europe/Berlin', Date.parse(text));
const local = (text: string) => momentOf(new Date(text));

function timeOfDay(minute: number): string {
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
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
    ['08:00', '00:00', '2026-03-05T23:59:59', true],
    ['08:00', '00:00', '2026-03-05T00:00:00', false],
    ['08:00', '08:00', '2026-03-05T08:00:00', true],
    ['08:00', '08:00', '2026-03-05T07:59:00', true],
  ])('from %s to %s: at %s %s', (...row) => {
    const [start, end, moment, expected] = row;
    expect(fits(black(start, end), local(moment))).toBe(expected);
  });

  test('a span and its opposite share out every minute', () => {
    const time = integer({ min: 0, max: 1_439 });
    assert(
      property(time, time, time, (start, end, minute) => {
        if (start === end) return;
        const now = momentOf(new Date(2026, 5, 15, 0, minute));
        expect(fits(black(timeOfDay(start), timeOfDay(end)), now)).toBe(
          !fits(black(timeOfDay(end), timeOfDay(start)), now),
        );
      }),
    );
  });
});

describe('by days and dates', () => {
  test.each([
    // 2026-03-06 is a Friday.
    [{ days: [5] }, '2026-03-06T00:00', true],
    [{ days: [5] }, '2026-03-07T00:00', false],
    [{ days: [7] }, '2026-03-08T12:00', true],
    [{ days: [5], from: '22:00', to: '07:00' }, '2026-03-06T06:00', false],
    [{ days: [5], from: '22:00', to: '07:00' }, '2026-03-06T22:00', true],
    [{ days: [5], from: '22:00', to: '07:00' }, '2026-03-07T06:59', true],
    [{ days: [5], from: '22:00', to: '07:00' }, '2026-03-07T22:00', false],
    // A rule that lacks a time, or begins when it ends, counts the whole day.
    [{ days: [5], from: '08:00' }, '2026-03-06T07:00', true],
    [{ days: [5], to: '08:00' }, '2026-03-06T09:00', true],
    [{ days: [5], from: '08:00', to: '08:00' }, '2026-03-06T07:00', true],
    [{ days: [5], from: '08:00', to: '08:00' }, '2026-03-07T07:00', false],
    [{ dates: { from: '12-24', to: '01-06' } }, '2026-12-23T23:59', false],
    [{ dates: { from: '12-24', to: '01-06' } }, '2026-12-24T00:00', true],
    [{ dates: { from: '12-24', to: '01-06' } }, '2027-01-06T23:59', true],
    [{ dates: { from: '12-24', to: '01-06' } }, '2027-01-07T00:00', false],
    [{ dates: { from: '12-24', to: '12-24' }, from: '20:00', to: '02:00' }, '2026-12-25T01:59', true],
    [{ dates: { from: '12-24', to: '12-24' }, from: '20:00', to: '02:00' }, '2026-12-24T01:59', false],
    [{ dates: { from: '02-29', to: '02-29' } }, '2028-02-29T12:00', true],
    [{ dates: { from: '02-29', to: '02-29' } }, '2027-03-01T12:00', false],
    [{ dates: { from: '02-20', to: '02-29' } }, '2027-02-28T23:59', true],
    [{ dates: { from: '02-20', to: '02-29' } }, '2027-03-01T00:00', false],
    [{ dates: { from: '02-29', to: '02-29' }, from: '22:00', to: '07:00' }, '2028-03-01T06:59', true],
  ])('%j at %s: %s', (span, moment, expected) => {
    expect(fits({ shows: 'clock', ...span }, local(moment))).toBe(expected);
  });

  test('the first rule that fits counts, and a dark one hides the wall’s own', () => {
    const clock: Rule = { shows: 'clock', from: '20:00', to: '23:00' };
    const night: Rule = black('22:00', '07:00');
    const always: Rule = { shows: 'home' };
    const moments = ['2026-03-06T19:00', '2026-03-06T22:30', '2026-03-06T23:00'].map(local);
    expect(moments.map((moment) => indexAt([clock, night, always], moment))).toEqual([2, 0, 1]);
    expect(moments.map((moment) => indexAt([night, clock, always], moment))).toEqual([2, 0, 0]);
    const walls = moments.map((moment) => wallRuleAt({ programme: [night, clock, always], place: null }, moment));
    expect(walls).toEqual([always, clock, always]);
    expect(wallRuleAt({ programme: [night], place: null }, moments[2]!)).toBeUndefined();
  });
});

describe('by the sun', () => {
  test.each([
    // In Berlin, on 20 June 2024, the sun sets at 19:33 UTC and rises at 02:43; on 21 December at 14:54 and 07:15.
    ['sunset', 'sunrise', '2024-06-20T12:00Z', false],
    ['sunset', 'sunrise', '2024-06-20T19:25Z', false],
    ['sunset', 'sunrise', '2024-06-20T19:40Z', true],
    ['sunset', 'sunrise', '2024-06-21T02:30Z', true],
    ['sunset', 'sunrise', '2024-06-21T02:50Z', false],
    ['sunrise', 'sunset', '2024-06-21T02:50Z', true],
    ['sunrise', 'sunset', '2024-06-21T19:40Z', false],
    ['sunset', '07:00', '2024-06-21T04:59Z', true],
    ['sunset', '07:00', '2024-06-21T05:01Z', false],
    // From sunset to 21:00 there is nothing in June, when the sun sets at 21:33 on the clock.
    ['sunset', '21:00', '2024-06-20T19:40Z', false],
    ['sunset', '21:00', '2024-06-20T10:00Z', false],
    ['sunset', '21:00', '2024-12-21T15:00Z', true],
    ['sunset', '21:00', '2024-12-21T20:01Z', false],
    ['sunset', '21:00', '2024-12-21T03:00Z', false],
    ['18:00', 'sunset', '2024-06-20T17:00Z', true],
    ['18:00', 'sunset', '2024-06-20T21:00Z', false],
    ['06:00', 'sunrise', '2024-12-21T07:10Z', true],
    ['06:00', 'sunrise', '2024-06-21T04:30Z', false],
    ['23:00', 'sunrise', '2024-06-21T02:40Z', true],
    ['sunrise', '00:00', '2024-06-21T21:59Z', true],
    ['sunrise', '00:00', '2024-06-21T22:01Z', false],
  ])('from %s to %s in Berlin at %s: %s', (...row) => {
    const [from, to, moment, expected] = row;
    expect(fits(black(from, to), berlin(moment), BERLIN)).toBe(expected);
  });

  test('no rule fits without a place, or where the sun neither rises nor sets', () => {
    const night = black('sunset', 'sunrise');
    const ofDay = (day: string, place: Place | null) =>
      Array.from({ length: 48 }, (_, half) =>
        fits(night, zonedMoment('Arctic/Longyearbyen', Date.parse(day) + half * 1_800_000), place),
      );
    expect(ofDay('2026-06-21T00:00Z', SVALBARD)).not.toContain(true);
    expect(ofDay('2026-12-21T00:00Z', SVALBARD)).not.toContain(true);
    expect(ofDay('2026-10-01T00:00Z', SVALBARD)).toContain(true);
    expect(ofDay('2026-10-01T00:00Z', null)).not.toContain(true);
    const morning = zonedMoment('Arctic/Longyearbyen', Date.parse('2026-06-21T04:00Z'));
    expect(fits(black('sunset', '07:00'), morning, SVALBARD)).toBe(false);
  });

  test('a sunset after midnight belongs to the day before', () => {
    // In Reykjavik, on 21 June 2024, the sun sets at 00:03 of the 22nd, a Saturday.
    const friday: Rule = { ...black('sunset', '07:00'), days: [5] };
    const at = (text: string) => fits(friday, zonedMoment('Atlantic/Reykjavik', Date.parse(text)), REYKJAVIK);
    expect(['2024-06-21T23:55Z', '2024-06-22T00:10Z', '2024-06-22T06:59Z'].map(at)).toEqual([false, true, true]);
    // The sun that is still up at 00:01 is that of the day before: today's has not risen.
    const early = zonedMoment('Atlantic/Reykjavik', Date.parse('2024-06-22T00:01Z'));
    expect(fits(black('sunrise', '12:00'), early, REYKJAVIK)).toBe(false);
  });

  test('each day has its span, which is longest in winter, anywhere on Earth', () => {
    for (const [zone, place] of [
      ['Pacific/Auckland', { latitude: -36.85, longitude: 174.76 }],
      ['Asia/Kolkata', { latitude: 22.57, longitude: 88.36 }],
      ['Pacific/Honolulu', { latitude: 21.3, longitude: -157.86 }],
    ] as const) {
      const darkMinutesOn = (day: string) =>
        Array.from({ length: 1_440 }, (_, minute) => zonedMoment(zone, Date.parse(day) + minute * 60_000)).filter(
          (moment) => fits(black('sunset', 'sunrise'), moment, place),
        ).length;
      const [june, december] = [darkMinutesOn('2026-06-21T00:00Z'), darkMinutesOn('2026-12-21T00:00Z')];
      expect(place.latitude > 0 ? december > june : june > december, zone).toBe(true);
      expect(Math.min(june, december), zone).toBeGreaterThan(9 * 60);
      expect(Math.max(june, december), zone).toBeLessThan(15 * 60);
    }
  });
});

/** The minutes from the noon before to the noon of a day that are dark, each once. */
function darkMinutes(day: string, rule: Rule): Date[] {
  const noon = new Date(`${day}T12:00:00`).getTime();
  const start = new Date(`${day}T12:00:00`);
  start.setDate(start.getDate() - 1);
  const minutes: Date[] = [];
  for (let time = start.getTime(); time < noon; time += 60_000) {
    if (fits(rule, momentOf(new Date(time)))) minutes.push(new Date(time));
  }
  return minutes;
}

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

  test('a night is an hour shorter in spring and an hour longer in autumn, and ends at the time on the clock', () => {
    const night = black('22:00', '06:00');
    const spring = darkMinutes(springDay, night);
    const autumn = darkMinutes(autumnDay, night);
    expect([spring.length, autumn.length]).toEqual([7 * 60, 9 * 60]);
    for (const minutes of [spring, autumn]) {
      const last = minutes.at(-1)!;
      expect([minutes[0]!.getHours(), last.getHours(), last.getMinutes()]).toEqual([22, 5, 59]);
    }
  });

  test('what begins in the hour that is left out begins with the hour after it', () => {
    const minutes = darkMinutes(springDay, black('02:30', '05:00'));
    expect([minutes.length, minutes[0]!.getHours(), minutes[0]!.getMinutes()]).toEqual([120, 3, 0]);
  });

  test('the hour that comes twice is dark twice', () => {
    const hour = zone === 'Europe/Berlin' ? ['02:00', '03:00'] : ['01:00', '02:00'];
    expect(darkMinutes(autumnDay, black(hour[0]!, hour[1]!))).toHaveLength(120);
  });
});

test('a moment is as exact as the clock', () => {
  const now = new Date(2026, 2, 5, 12, 34, 56, 789);
  expect(momentOf(now)).toEqual({ atMs: now.getTime(), wallMs: Date.UTC(2026, 2, 5, 12, 34, 56, 789) });
});

test('a moment of a zone is that of a device in it', () => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  for (const text of ['2026-03-29T00:59:59Z', '2026-03-29T01:00:00Z', '2028-02-29T23:30:00Z', '2026-12-31T23:59:00Z']) {
    expect(zonedMoment(timeZone, Date.parse(text))).toEqual(momentOf(new Date(text)));
  }
});
