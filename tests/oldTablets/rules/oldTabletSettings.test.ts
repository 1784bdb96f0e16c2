import { describe, expect, it } from 'vitest';
import { type OldTabletSettings, oldTabletSettings, isTimeForNext } from '#domain/oldTablets/oldTabletSettings.ts';
import { slideshow, startSlideshow } from '#domain/slideshow/slideshow.ts';

const FRESH: OldTabletSettings = {
  slideMs: 90_000,
  order: 'album',
  fit: 'contain',
  caption: false,
  date: false,
  hours: 12,
  locale: 'en',
  programme: [],
  place: null,
  transitions: true,
  startsWith: 'photos',
  albumId: null,
};

const at = (monotonicMs: number, wallMs = monotonicMs) => ({ monotonicMs, wallMs });

describe('oldTabletSettings', () => {
  it.each([undefined, null, 'text', [], {}, { settings: null }, { settings: { secondsPerPhoto: '5', hours: '24' } }])(
    'is as on a new tablet for %j',
    (body) => expect(oldTabletSettings(body, 'all')).toEqual(FRESH),
  );

  it('follows what an old browser can do', () => {
    const programme = [{ shows: 'dark-clock', from: '22:00', to: '07:00' }] satisfies OldTabletSettings['programme'];
    const followed = {
      order: 'shuffle',
      fit: 'cover',
      caption: true,
      date: true,
      hours: 24,
      programme,
      place: null,
      transitions: false,
    };
    const settings = { ...followed, secondsPerPhoto: 5, startsWith: 'clock', pairs: true, clockOverlay: true };
    expect(oldTabletSettings({ settings }, 'all')).toEqual({
      ...FRESH,
      ...followed,
      slideMs: 5_000,
      startsWith: 'clock',
    });
  });

  it('keeps English dates where the browser would write them in its own language', () => {
    const body = { settings: { locale: 'de' } };
    expect(oldTabletSettings(body, 'all').locale).toBe('de');
    expect(oldTabletSettings(body, 'English').locale).toBe('en');
  });

  it.each([0, -1, 0.5, 86_401, Number.NaN, Infinity])('takes no %s seconds', (secondsPerPhoto) =>
    expect(oldTabletSettings({ settings: { secondsPerPhoto } }, 'all').slideMs).toBe(90_000),
  );

  it('takes the album of a slideshow only', () => {
    const settings = { startsWith: 'slideshow', startsWithAlbumId: 'a1' };
    expect(oldTabletSettings({ settings }, 'all').albumId).toBe('a1');
    expect(oldTabletSettings({ settings: { ...settings, startsWith: 'home' } }, 'all').albumId).toBeNull();
  });
});

describe('isTimeForNext', () => {
  const shown = slideshow(startSlideshow(3), { type: 'shown', move: 0, at: at(1_000) });

  it('is when the photo has had its time, by either clock', () => {
    expect(isTimeForNext(shown, at(5_999), 5_000)).toBe(false);
    expect(isTimeForNext(shown, at(6_000), 5_000)).toBe(true);
    expect(isTimeForNext(shown, at(1_500, 6_000), 5_000)).toBe(true);
    expect(isTimeForNext(shown, at(6_000, 0), 5_000)).toBe(true);
  });

  it('never is while a photo is being loaded', () => {
    expect(isTimeForNext(startSlideshow(3), at(999_999), 5_000)).toBe(false);
  });

  it('is three seconds after a broken photo, whatever the setting', () => {
    const second = slideshow(shown, { type: 'next' });
    const broken = slideshow(second, { type: 'broken', move: second.moves, at: at(0) });
    expect(isTimeForNext(broken, at(2_999), 90_000)).toBe(false);
    expect(isTimeForNext(broken, at(3_000), 90_000)).toBe(true);
  });
});
