import { expect, test } from 'vitest';
import { DEFAULT_TABLET_SETTINGS } from '#contract/tablets.ts';
import type { TabletSettings } from '#contract/schemas/tabletSettings.ts';
import { tabletSettingsFrom } from '#domain/tablets/tabletSettings.ts';

const OTHERS: TabletSettings = {
  startsWith: 'slideshow',
  startsWithAlbumId: 'a1',
  returnAfterSeconds: 0,
  secondsPerPhoto: 1,
  order: 'on-this-day',
  fit: 'cover',
  pairs: true,
  caption: true,
  date: true,
  clockOverlay: true,
  countdown: false,
  hours: 24,
  locale: 'de',
  night: { shows: 'black', by: 'time', from: '00:00', to: '23:59' },
  transitions: false,
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
  ['fit', 'fill'],
  ['pairs', 1],
  ['countdown', 0],
  ['hours', 13],
  ['locale', 1],
  ['night', { shows: 'clock' }],
  ['night', { shows: 'moon', by: 'time', from: '22:00', to: '06:00' }],
  ['night', { shows: 'clock', by: 'time', from: '24:00', to: '06:00' }],
  ['night', { shows: 'clock', by: 'time', from: '122:00', to: '06:00' }],
  ['night', { shows: 'clock', by: 'time', from: '22:00', to: '06:001' }],
  ['night', { shows: 'clock', by: 'time', from: '22:00', to: 6 }],
  ['night', { shows: 'clock', by: 'sun', latitude: 50 }],
  ['night', { shows: 'clock', by: 'sun', latitude: '50', longitude: 8 }],
  ['night', 'early'],
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

test.each<TabletSettings['night']>([
  { shows: 'clock', by: 'sun', latitude: -90, longitude: 180 },
  { shows: 'black', by: 'sun', latitude: 0, longitude: 0 },
  { shows: 'clock', by: 'time', from: '19:30', to: '20:00' },
])('%j is a night', (night) => {
  expect(tabletSettingsFrom({ night })).toMatchObject({ night });
});
