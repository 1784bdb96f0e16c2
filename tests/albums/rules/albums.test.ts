import { describe, expect, test } from 'vitest';
import { foldText } from '#domain/albums/foldText.ts';
import { photoLabel } from '#domain/albums/thumbnails.ts';
import { columnsThatFit } from '#src/shared/ui/photoGrid/gridGeometry.ts';
import { minThumbnailPx } from '#domain/albums/thumbnailWidth.ts';
import { mediumDate } from '#domain/clock/mediumDate.ts';

describe('foldText', () => {
  test.each([
    ['Über ÉLAN', 'uber elan'],
    ['Straße', 'strasse'],
    ['ﬁne Ⅳ', 'fine iv'],
    ['日本 2024', '日本 2024'],
    ['', ''],
  ])('%s is searched as %s', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  test('a text of megabytes is folded at once', () => {
    expect(foldText('é'.repeat(5_000_000))).toBe('e'.repeat(1_000));
  });
});

describe('photoLabel', () => {
  const photo = { filename: 'IMG_1-0123456789abcdef0123456789abcdef.jpg', albumSlug: 'concert' };
  const place = { albumName: 'Concert 2023', index: 2 };
  const takenAt = '2023-06-21T19:30:00';

  test.each([
    [{ ...photo, caption: ' The encore ', takenAt }, 'The encore'],
    [{ ...photo, takenAt }, `Concert 2023, ${mediumDate(takenAt)}`],
    [{ ...photo, caption: ' ', takenAt }, `Concert 2023, ${mediumDate(takenAt)}`],
    [photo, 'Photo 3'],
  ])('%j is called %j', (labelled, expected) => {
    expect(photoLabel(labelled, place)).toBe(expected);
  });
});

describe('thumbnailWidth', () => {
  test('the kiosk’s thumbnails are at least 200 px wide, and 150 px on small screens', () => {
    expect([320, 599, 600, 1_280, 1_499].map(minThumbnailPx)).toEqual([150, 150, 200, 200, 200]);
    // On a television five of them share a row, however many pixels it has.
    expect([1_500, 1_744, 3_600].map((width) => columnsThatFit(width, minThumbnailPx(width)))).toEqual([5, 5, 5]);
  });
});
