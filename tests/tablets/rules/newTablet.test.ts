import { describe, expect, it } from 'vitest';
import type { Album } from '#contract/photos/schemas.ts';
import { freeTabletName, proposedStart, settingsLike } from '#domain/tablets/offeredChoices.ts';

function album(photoCount: number, childAlbums: Album[] = []): Album {
  return { id: 'a', name: 'A', slug: 'a', childAlbums, photoCount };
}

describe('freeTabletName', () => {
  it.each([
    [[], 'Tablet'],
    [['Kitchen'], 'Tablet'],
    [['tablet', 'Tablet 3'], 'Tablet 2'],
  ])('beside %j is %s', (taken, name) => {
    expect(freeTabletName(taken)).toBe(name);
  });
});

describe('proposedStart', () => {
  it('is a slideshow of everything once there is a photo in any album', () => {
    expect(proposedStart([album(0, [album(1)])])).toEqual({ startsWith: 'slideshow', startsWithAlbumId: null });
    expect(proposedStart([album(0)])).toEqual({ startsWith: 'home', startsWithAlbumId: null });
    expect(proposedStart([])).toEqual({ startsWith: 'home', startsWithAlbumId: null });
  });
});

describe('settingsLike', () => {
  it.each([
    [
      { locale: 'en-US', hour12: true },
      { locale: 'en', hours: 12 },
    ],
    [
      { locale: 'en-GB', hour12: false },
      { locale: 'en-GB', hours: 24 },
    ],
    [
      { locale: 'de-DE', hour12: false },
      { locale: 'de', hours: 24 },
    ],
    [
      { locale: 'de-AT-u-hc-h23', hour12: false },
      { locale: 'de-AT', hours: 24 },
    ],
    [
      { locale: 'zh-TW', hour12: true },
      { locale: 'zh-Hant', hours: 12 },
    ],
    [{ locale: 'xx-unknown' }, { locale: 'en', hours: 12 }],
    [{ locale: 'not a locale' }, { locale: 'en', hours: 12 }],
  ])('of %j is %j', (browser, settings) => {
    expect(settingsLike(browser)).toEqual(settings);
  });
});
