import { expect, test } from 'vitest';
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

test('a rule that is not understood is left out, and the others stay', () => {
  const programme = [{ shows: 'black' }, { shows: 'moon' }, { shows: 'home' }];
  expect(tabletSettingsFrom({ programme }).programme).toEqual([{ shows: 'black' }, { shows: 'home' }]);
});

test('the night of an older version becomes a rule, by the sun with its place, and is no setting any more', () => {
  const settings = tabletSettingsFrom({ night: { shows: 'black', by: 'sun', latitude: -90, longitude: 180 } });
  expect(settings).toMatchObject({
    programme: [{ from: 'sunset', to: 'sunrise', shows: 'black' }],
    place: { latitude: -90, longitude: 180 },
  });
  expect(settings).not.toHaveProperty('night');
});

test('the longest wait and the longest time for a photo are taken', () => {
  const longest = {
    returnAfterSeconds: TABLET_SETTINGS.returnAfterSeconds.max,
    secondsPerPhoto: TABLET_SETTINGS.secondsPerPhoto.max,
  };
  expect(tabletSettingsFrom(longest)).toMatchObject(longest);
});
