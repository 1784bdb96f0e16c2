import { describe, expect, test } from 'vitest';
import { RULE_SHOWS, RULES } from '#contract/programme/programme.ts';
import type { Rule } from '#contract/programme/schemas.ts';
import { earlierNight, programmeFrom } from '#domain/tablets/tabletSettings.ts';

const HOME = { latitude: 52.5, longitude: 13.4 };
const NIGHT: Rule = { from: '22:00', to: '06:30', shows: 'black' };
const BY_SUN: Rule = { from: 'sunset', to: 'sunrise', shows: 'dark-clock' };

const placeOf = (place: unknown) => programmeFrom({ programme: [BY_SUN], place }).place;
const afterNight = (night: unknown) => programmeFrom({ night });
const rulesOf = (programme: unknown) => programmeFrom({ programme }).programme;

describe('a stored programme', () => {
  test.each<Record<string, unknown>>([
    ...RULE_SHOWS.map((shows) => ({ shows })),
    { ...NIGHT },
    { ...BY_SUN },
    { from: 'sunrise', to: '23:59', shows: 'clock' },
    { days: [], shows: 'clock' },
    { days: [1, 7], shows: 'clock' },
    { dates: { from: '12-01', to: '01-06' }, shows: 'slideshow' },
    { albumIds: [], shows: 'slideshow' },
    { albumIds: ['a'], shows: 'slideshow' },
    { dim: 0, shows: 'home' },
    { dim: RULES.mostDim, shows: 'home' },
  ])('has the rule %j', (rule) => {
    expect(rulesOf([rule])).toEqual([rule]);
  });

  test.each<unknown>([
    null,
    'clock',
    {},
    { shows: 'weather' },
    { shows: 'clock', days: 1 },
    { shows: 'clock', days: [1, '2'] },
    { shows: 'clock', dates: '12-01' },
    { shows: 'clock', dates: { from: '12-01' } },
    { shows: 'clock', dates: { to: '12-01' } },
    { shows: 'clock', dates: { from: '12-01', to: '12-01x' } },
    { shows: 'clock', dates: { from: 'x12-01', to: '12-01' } },
    { shows: 'clock', dates: { from: 1, to: 2 } },
    { shows: 'clock', from: '22:00' },
    { shows: 'clock', to: '22:00' },
    { shows: 'clock', from: '24:00', to: '06:00' },
    { shows: 'clock', from: '22:00', to: '06:60' },
    { shows: 'clock', from: '22:00', to: '06:000' },
    { shows: 'clock', from: '022:00', to: '06:00' },
    { shows: 'clock', from: 'noon', to: '06:00' },
    { shows: 'clock', from: 22, to: 6 },
    { shows: 'clock', from: ['22:00'], to: ['06:00'] },
    { shows: 'clock', dates: { from: ['12-01'], to: ['12-02'] } },
    { shows: 'slideshow', albumIds: 'a' },
    { shows: 'slideshow', albumIds: ['a', 1] },
    { shows: 'home', dim: '40' },
    { shows: 'home', dim: -1 },
    { shows: 'home', dim: RULES.mostDim + 1 },
  ])('leaves out %j, which this version does not understand', (rule) => {
    expect(rulesOf([rule, NIGHT])).toEqual([NIGHT]);
  });

  test('has so many rules at most, and is empty where there is no list', () => {
    const many = Array.from({ length: RULES.max + 1 }, () => NIGHT);
    expect(rulesOf(many)).toHaveLength(RULES.max);
    expect(rulesOf('black')).toEqual([]);
    expect(programmeFrom({})).toEqual({ programme: [], place: null });
  });

  test('has its place, if that is one', () => {
    expect(placeOf(HOME)).toEqual(HOME);
    for (const wrong of [null, 'Berlin', { latitude: 52.5 }, { longitude: 13.4 }, { latitude: '52', longitude: '13' }])
      expect(placeOf(wrong)).toBeNull();
  });
});

describe('the night that an earlier version stored', () => {
  test('becomes a rule, by time or by the sun of its place', () => {
    const byTime = { by: 'time', from: '22:00', to: '06:30' };
    expect(afterNight({ ...byTime, shows: 'black' })).toEqual({ programme: [NIGHT], place: null });
    expect(afterNight({ ...byTime, shows: 'clock' }).programme).toEqual([{ ...NIGHT, shows: 'dark-clock' }]);
    expect(afterNight({ by: 'sun', shows: 'clock', ...HOME })).toEqual({ programme: [BY_SUN], place: HOME });
  });

  test.each<unknown>([
    null,
    'black',
    { shows: 'nothing', by: 'time', from: '22:00', to: '06:30' },
    { shows: 'black', from: '22:00', to: '06:30' },
    { shows: 'black', by: 'time', from: '22:00', to: '22:00' },
    { shows: 'black', by: 'time', from: '22:00' },
    { shows: 'black', by: 'time', to: '06:30' },
    { shows: 'black', by: 'sun', latitude: 52.5 },
  ])('is none as %j', (night) => {
    expect(afterNight(night)).toEqual({ programme: [], place: null });
  });

  test('counts no more once there is a programme, even of rules that are not understood', () => {
    const night = { shows: 'black', by: 'time', from: '22:00', to: '06:30' };
    expect(programmeFrom({ programme: [{ shows: 'clock' }], night }).programme).toEqual([{ shows: 'clock' }]);
    expect(programmeFrom({ programme: [{ shows: 'weather' }], night })).toEqual({ programme: [], place: null });
  });
});

describe('the night of a programme for an earlier version', () => {
  test('is its first rule that makes the wall dark on all days', () => {
    expect(earlierNight({ programme: [NIGHT], place: null })).toEqual({ by: 'time', ...NIGHT });
    expect(earlierNight({ programme: [BY_SUN, NIGHT], place: HOME })).toEqual({ by: 'sun', shows: 'clock', ...HOME });
    expect(earlierNight({ programme: [BY_SUN, NIGHT], place: null })).toEqual({ by: 'time', ...NIGHT });
  });

  test.each<Rule>([
    { ...NIGHT, shows: 'clock' },
    { ...NIGHT, days: [1] },
    { ...NIGHT, dates: { from: '12-01', to: '12-31' } },
    { shows: 'black' },
    { from: 'sunset', to: '06:30', shows: 'black' },
    { from: '22:00', to: 'sunrise', shows: 'black' },
    { from: 'sunrise', to: 'sunset', shows: 'black' },
  ])('is none for %j', (rule) => {
    expect(earlierNight({ programme: [rule], place: HOME })).toBeUndefined();
  });
});
