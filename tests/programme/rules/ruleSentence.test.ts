import { describe, expect, test } from 'vitest';
import type { Album } from '#contract/photos/schemas.ts';
import type { Rule } from '#contract/programme/schemas.ts';
import {
  goesByTheSun,
  READY_RULES,
  tidyRule,
  withDayToggled,
  withRuleMoved,
  ruleSentence,
  placeInWeek,
  weekOf,
} from '#domain/programme/programmeRules.ts';
import { zonedMoment } from '#domain/clock/zones.ts';
import { momentOf } from '#domain/programme/programme.ts';

const albums: Album[] = [
  { id: '1', name: 'Christmas', slug: 'christmas', childAlbums: [] },
  { id: '2', name: 'Winter', slug: 'winter', childAlbums: [] },
];

test.each<[Rule, string]>([
  [{ shows: 'home' }, 'Always: home'],
  [{ shows: 'clock', from: '08:00', to: '08:00' }, 'Always: clock'],
  [
    { shows: 'black', days: [1, 2, 3, 4, 5], from: '22:00', to: '07:00' },
    'Mondays to Fridays from 22:00 until 7:00: black',
  ],
  [{ shows: 'dark-clock', days: [7, 6] }, 'Saturdays and Sundays: dark clock'],
  [{ shows: 'clock', days: [1, 3, 5] }, 'Mondays, Wednesdays and Fridays: clock'],
  [{ shows: 'clock', days: [4, 2, 3] }, 'Tuesdays to Thursdays: clock'],
  [{ shows: 'clock', days: [1, 2, 3, 4, 5, 6, 7] }, 'Always: clock'],
  [{ shows: 'clock', from: '08:00' }, 'Always: clock'],
  [{ shows: 'clock', to: '08:00' }, 'Always: clock'],
  [{ shows: 'clock', days: [3] }, 'Wednesdays: clock'],
  [
    { shows: 'slideshow', from: 'sunset', to: 'sunrise', dim: 40 },
    'From sunset until sunrise: slideshow of everything, dimmed by 40 %',
  ],
  [
    { shows: 'slideshow', dates: { from: '12-01', to: '12-31' }, albumIds: ['1'] },
    '1 December to 31 December: slideshow of Christmas',
  ],
  [
    {
      shows: 'slideshow',
      dates: { from: '02-29', to: '02-29' },
      days: [2],
      from: '06:30',
      to: '07:00',
      albumIds: ['1', '2'],
    },
    'Tuesdays, 29 February from 6:30 until 7:00: slideshow of Christmas and Winter',
  ],
  [{ shows: 'slideshow', albumIds: ['gone'] }, 'Always: slideshow of everything'],
])('%j reads "%s"', (rule, sentence) => {
  expect(ruleSentence(rule, albums)).toBe(sentence);
});

describe('a rule that is being made', () => {
  test('has at least one day, and none means all', () => {
    const sixDays = withDayToggled({ shows: 'home' }, 3);
    expect(sixDays.days).toEqual([1, 2, 4, 5, 6, 7]);
    expect(withDayToggled(sixDays, 3)).toEqual({ shows: 'home' });
    expect(withDayToggled({ shows: 'home', days: [2] }, 2)).toEqual({ shows: 'home', days: [2] });
  });

  test('has its days in the order of the week', () => {
    expect(withDayToggled({ shows: 'home', days: [2, 5, 6] }, 3).days).toEqual([2, 3, 5, 6]);
    expect(withDayToggled({ shows: 'home', days: [6, 7] }, 1).days).toEqual([1, 6, 7]);
  });

  test('keeps no field that says nothing', () => {
    expect(tidyRule({ shows: 'clock', albumIds: ['1'], dim: 0 })).toEqual({ shows: 'clock' });
    expect(tidyRule({ shows: 'black', dim: 30 })).toEqual({ shows: 'black' });
    const whole: Rule = { shows: 'slideshow', albumIds: ['1'], dim: 30 };
    expect(tidyRule(whole)).toEqual(whole);
    expect(tidyRule({ shows: 'slideshow' })).toStrictEqual({ shows: 'slideshow' });
    expect(tidyRule({ shows: 'slideshow', albumIds: [], dim: 0 })).toStrictEqual({ shows: 'slideshow' });
  });

  test('starts from one that is ready, which the week does not need', () => {
    expect(READY_RULES.map(({ name, rule }) => [name, ruleSentence(rule, [])])).toEqual([
      ['Dark at night', 'From 22:00 until 7:00: dark clock'],
      ['Dimmed from sunset', 'From sunset until sunrise: slideshow of everything, dimmed by 40 %'],
      ['Christmas in December', '1 December to 31 December: slideshow of everything'],
    ]);
  });

  test.each<[Pick<Rule, 'from' | 'to'>, boolean]>([
    [{}, false],
    [{ from: '08:00', to: '20:00' }, false],
    [{ from: 'sunset', to: '23:00' }, true],
    [{ from: 'sunrise', to: '23:00' }, true],
    [{ from: '23:00', to: 'sunset' }, true],
    [{ from: '23:00', to: 'sunrise' }, true],
  ])('%j goes by the sun: %s', (rule, isOfSun) => {
    expect(goesByTheSun(rule)).toBe(isOfSun);
  });

  test('is moved, within the list', () => {
    const rules: Rule[] = [{ shows: 'home' }, { shows: 'clock' }, { shows: 'black' }];
    const after = (from: number, to: number) => withRuleMoved(rules, from, to).map(({ shows }) => shows);
    expect(after(2, 0)).toEqual(['black', 'home', 'clock']);
    expect(after(0, 1)).toEqual(['clock', 'home', 'black']);
    expect(after(0, 2)).toEqual(['clock', 'black', 'home']);
    for (const to of [-1, 3, 4]) expect(after(0, to)).toEqual(['home', 'clock', 'black']);
    expect(after(3, 0)).toEqual(['home', 'clock', 'black']);
  });
});

test('a week is drawn from Monday on, without gaps', () => {
  // A Thursday.
  const now = momentOf(new Date(2026, 2, 5, 12));
  const programme: Rule[] = [
    { shows: 'black', days: [5], from: '22:00', to: '07:00' },
    { shows: 'clock', days: [1], from: '12:00', to: '13:00' },
  ];
  const week = weekOf({ programme, place: null }, now);
  expect(week[0]).toEqual([
    { from: 0, to: 720, rule: -1 },
    { from: 720, to: 780, rule: 1 },
    { from: 780, to: 1_440, rule: -1 },
  ]);
  expect(week.slice(4, 6)).toEqual([
    [
      { from: 0, to: 1_320, rule: -1 },
      { from: 1_320, to: 1_440, rule: 0 },
    ],
    [
      { from: 0, to: 420, rule: 0 },
      { from: 420, to: 1_440, rule: -1 },
    ],
  ]);
  expect(placeInWeek(now)).toEqual({ day: 3, minute: 720 });
  const short = weekOf({ programme: [{ shows: 'clock', from: '12:00', to: '12:10' }], place: null }, now);
  expect(short[0]?.[1]).toEqual({ from: 720, to: 730, rule: 0 });
});

test('a week goes by the sun of its days', () => {
  const place = { latitude: 52.52, longitude: 13.405 };
  const programme: Rule[] = [{ shows: 'black', from: 'sunset', to: 'sunrise' }];
  // In Berlin, in the week of 21 December 2026, the sun is up from about 8:15 until about 15:55.
  const week = weekOf({ programme, place }, zonedMoment('Europe/Berlin', Date.parse('2026-12-24T08:30Z')));
  for (const day of week) {
    expect(day.map(({ rule }) => rule)).toEqual([0, -1, 0]);
    expect(Math.abs((day[1]?.from ?? 0) - 495)).toBeLessThanOrEqual(15);
    expect(Math.abs((day[1]?.to ?? 0) - 955)).toBeLessThanOrEqual(15);
  }
});
