import { describe, expect, test } from 'vitest';
import { DEFAULT_TABLET_SETTINGS, TABLET_SETTINGS, type TabletSettings } from '#contract/tablets/tabletSettings.ts';
import { tabletSettingsFrom } from '#domain/tablets/tabletSettings.ts';

const OTHERS: TabletSettings = {
  startsWith: 'slideshow',
  startsWithAlbumId: 'a1',
  returnAfterSeconds: 0,
  secondsPerPhoto: 1,
  order: 'on-this-day',
  shuffleBy: 'years',
  fit: 'cover',
  pairs: true,
  clips: 'off',
  caption: true,
  date: true,
  clockOverlay: true,
  countdown: false,
  hours: 24,
  locale: 'de',
  programme: [
    { days: [1, 7], dates: { from: '12-01', to: '01-06' }, from: 'sunset', to: '23:30', shows: 'slideshow' },
    { shows: 'slideshow', albumIds: ['a1'], dim: 40 },
    { shows: 'black' },
  ],
  place: { latitude: -33.9, longitude: 151.2 },
  transitions: false,
  guestShareId: 'a1b2',
};

test('settings that all differ from the defaults are taken as they are', () => {
  expect(tabletSettingsFrom(OTHERS)).toEqual(OTHERS);
  for (const field of Object.keys(OTHERS)) expect(DEFAULT_TABLET_SETTINGS).toHaveProperty(field);
});

test.each([undefined, null, 'text', 7, [], {}])('%j stands for the defaults', (stored) => {
  expect(tabletSettingsFrom(stored)).toEqual(DEFAULT_TABLET_SETTINGS);
});

test.each<[keyof TabletSettings, unknown]>([
  ['startsWith', 'moon'],
  ['startsWithAlbumId', 5],
  ['returnAfterSeconds', -1],
  ['returnAfterSeconds', Infinity],
  ['returnAfterSeconds', '300'],
  ['secondsPerPhoto', 0],
  ['secondsPerPhoto', Infinity],
  ['secondsPerPhoto', '90'],
  ['order', 'name'],
  ['shuffleBy', 'names'],
  ['fit', 'fill'],
  ['pairs', 1],
  ['clips', 'always'],
  ['countdown', 0],
  ['hours', 13],
  ['locale', 1],
  ['place', { latitude: 50 }],
  ['place', { latitude: '50', longitude: 8 }],
  ['transitions', null],
])('%s that is not understood (%j) is the default, and the other fields stay', (field, value) => {
  const expected = { ...OTHERS, [field]: DEFAULT_TABLET_SETTINGS[field] };
  expect(tabletSettingsFrom({ ...OTHERS, [field]: value })).toEqual(expected);
});

test.each<TabletSettings['startsWith']>(['home', 'clock', 'slideshow'])('%s is a start', (startsWith) => {
  expect(tabletSettingsFrom({ startsWith })).toMatchObject({ startsWith });
});

test.each<TabletSettings['order']>(['album', 'shuffle', 'newest', 'on-this-day'])('%s is an order', (order) => {
  expect(tabletSettingsFrom({ order })).toMatchObject({ order });
});

test.each([
  { shows: 'moon' },
  { shows: 'clock', from: '22:00' },
  { shows: 'clock', from: '24:00', to: '06:00' },
  { shows: 'clock', from: '122:00', to: '06:00' },
  { shows: 'clock', from: '22:00', to: '06:001' },
  { shows: 'clock', from: '22:00', to: 6 },
  { shows: 'clock', from: 'noon', to: '23:00' },
  { shows: 'clock', days: 'all' },
  { shows: 'clock', days: ['1'] },
  { shows: 'clock', dates: { from: '12-01' } },
  { shows: 'clock', albumIds: [1] },
  { shows: 'clock', dim: 91 },
  'early',
  null,
])('a rule that is not understood (%j) is left out, and the others stay', (rule) => {
  const programme = [{ shows: 'black' }, rule, { shows: 'home' }];
  expect(tabletSettingsFrom({ programme }).programme).toEqual([{ shows: 'black' }, { shows: 'home' }]);
});

describe('the night of an older version', () => {
  test.each([
    [{ shows: 'clock', by: 'time', from: '19:30', to: '06:00' }, [{ from: '19:30', to: '06:00', shows: 'dark-clock' }]],
    [{ shows: 'black', by: 'time', from: '00:00', to: '23:59' }, [{ from: '00:00', to: '23:59', shows: 'black' }]],
    // It was no night at all.
    [{ shows: 'black', by: 'time', from: '08:00', to: '08:00' }, []],
    [{ shows: 'clock', by: 'sun', latitude: 50 }, []],
    [{ shows: 'clock', by: 'time', from: '24:00', to: '06:00' }, []],
    [{ shows: 'moon', by: 'time', from: '22:00', to: '06:00' }, []],
    ['early', []],
  ])('%j becomes %j', (night, programme) => {
    expect(tabletSettingsFrom({ night })).toMatchObject({ programme, place: null });
    expect(tabletSettingsFrom({ night })).not.toHaveProperty('night');
  });

  test('by the sun keeps its place', () => {
    const night = { shows: 'black', by: 'sun', latitude: -90, longitude: 180 };
    expect(tabletSettingsFrom({ night })).toMatchObject({
      programme: [{ from: 'sunset', to: 'sunrise', shows: 'black' }],
      place: { latitude: -90, longitude: 180 },
    });
  });

  test('counts for nothing beside a programme', () => {
    const night = { shows: 'clock', by: 'time', from: '19:30', to: '06:00' };
    expect(tabletSettingsFrom({ night, programme: [{ shows: 'home' }] }).programme).toEqual([{ shows: 'home' }]);
  });
});

test('the longest wait and the longest time for a photo are taken', () => {
  const longest = {
    returnAfterSeconds: TABLET_SETTINGS.returnAfterSeconds.max,
    secondsPerPhoto: TABLET_SETTINGS.secondsPerPhoto.max,
  };
  expect(tabletSettingsFrom(longest)).toMatchObject(longest);
});
