import { describe, expect, it } from 'vitest';
import { isNight } from '#domain/tablets/night.ts';
import { nightEdges } from '#domain/tablets/nightEdges.ts';
import type { NightSettings } from '#contract/schemas/tabletSettings.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Local noon, some days before the hour changes in many places. */
const NOON = new Date(2027, 2, 10, 12).getTime();
const BY_TIME: NightSettings = { shows: 'black', by: 'time', from: '22:30', to: '06:45' };
const BY_SUN: NightSettings = { shows: 'clock', by: 'sun', latitude: 47.4, longitude: 8.5 };

const isDark = (edges: number[], at: number) => edges.filter((edge) => edge <= at).length % 2 === 1;

describe.each([
  ['by the time', BY_TIME],
  ['by the sun', BY_SUN],
])('the edges of nights %s', (_by, night) => {
  it.each([
    ['day', NOON],
    ['night', NOON + 13 * HOUR],
  ])('agree with the rule for weeks, begun by %s', (_when, now) => {
    const edges = nightEdges(night, now);
    const differing: string[] = [];
    for (let at = now; at < now + 55 * DAY; at += 7 * 60_000) {
      const isNear = edges.some((edge) => Math.abs(edge - at) <= 60_000);
      if (!isNear && isDark(edges, at) !== isNight(night, new Date(at))) differing.push(new Date(at).toString());
    }
    expect(differing).toEqual([]);
  });
});

it('is no night where the sun does not set, and one long night where it does not rise', () => {
  const north: NightSettings = { ...BY_SUN, latitude: 80 };
  expect(nightEdges(north, Date.UTC(2027, 4, 20))).toEqual([]);
  const now = Date.UTC(2027, 10, 20);
  expect(nightEdges(north, now)).toEqual([now]);
});
