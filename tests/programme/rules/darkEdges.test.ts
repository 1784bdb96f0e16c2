import { describe, expect, it } from 'vitest';
import { darkEdges } from '#domain/programme/darkEdges.ts';
import { isDarkRule, momentOf, ruleAt } from '#domain/programme/programme.ts';
import type { TabletSettings } from '#contract/tablets/tabletSettings.ts';

type Programme = Pick<TabletSettings, 'programme' | 'place'>;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Local noon, some days before the hour changes in many places. */
const NOON = new Date(2027, 2, 10, 12).getTime();
const BY_TIME: Programme = {
  programme: [
    { from: '01:00', to: '02:15', shows: 'clock', days: [6] },
    { from: '22:30', to: '06:45', shows: 'black' },
  ],
  place: null,
};
const BY_SUN: Programme = {
  programme: [{ from: 'sunset', to: 'sunrise', shows: 'dark-clock' }],
  place: { latitude: 47.4, longitude: 8.5 },
};

const isDark = (edges: number[], at: number) => edges.filter((edge) => edge <= at).length % 2 === 1;

describe.each([
  ['by the time', BY_TIME],
  ['by the sun', BY_SUN],
])('the edges of dark hours %s', (_by, programme) => {
  it.each([
    ['day', NOON],
    ['night', NOON + 13 * HOUR],
    ['day in autumn', NOON + 210 * DAY],
  ])('agree with the rule for weeks, begun by %s', (_when, now) => {
    const edges = darkEdges(programme, now);
    const differing: string[] = [];
    for (let at = now; at < now + 55 * DAY; at += 7 * 60_000) {
      const isNear = edges.some((edge) => Math.abs(edge - at) <= 60_000);
      const rule = ruleAt(programme, momentOf(new Date(at)));
      if (!isNear && isDark(edges, at) !== (rule !== undefined && isDarkRule(rule)))
        differing.push(new Date(at).toString());
    }
    expect(differing).toEqual([]);
  });
});

it('are none where nothing is dark, and one where it is dark for good', () => {
  expect(darkEdges({ programme: [{ shows: 'clock' }], place: null }, NOON)).toEqual([]);
  expect(darkEdges({ programme: [{ shows: 'black' }], place: null }, NOON)).toEqual([NOON]);
});

it('look at few moments where rules follow the clock: every quarter of an hour would take an old tablet long', () => {
  let looks = 0;
  const programme = (of: Programme) => ({
    place: of.place,
    get programme() {
      looks += 1;
      return of.programme;
    },
  });
  darkEdges(programme(BY_SUN), NOON);
  const bySun = looks;
  looks = 0;
  darkEdges(programme(BY_TIME), NOON);
  expect(looks).toBeGreaterThan(0);
  expect(looks).toBeLessThan(bySun / 3);
});
