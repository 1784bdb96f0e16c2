import { expect, test } from 'vitest';
import type { Photo } from '../../../../src/contract/entities.ts';
import {
  isByTime,
  isLongAlbum,
  missingParts,
  PHOTOS_PER_PART,
  shownSections,
  withPart,
} from '../../../../src/domain/albums/longAlbums.ts';

const photo = (index: number): Photo => ({ filename: `${index}.jpg`, albumSlug: 'sea' });
const unknown = (count: number) => Array.from({ length: count }, () => undefined);

test('an album is long from 501 photos on', () => {
  expect([{}, { photoCount: 500 }, { photoCount: 501 }].map(isLongAlbum)).toEqual([false, false, true]);
});

test('only orders by time have months', () => {
  expect(([undefined, 'taken', 'newest', 'name', 'manual'] as const).map((order) => isByTime(order))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

test('headings are shown from two months and 201 photos on', () => {
  const long = [{ month: '2024-07', count: 200 }, { count: 1 }];
  expect(shownSections(long)).toBe(long);
  expect(shownSections([{ month: '2024-07', count: 199 }, { count: 1 }])).toEqual([]);
  expect(shownSections([{ month: '2024-07', count: 5_000 }])).toEqual([]);
});

test('a part is put into its place and leaves the others as they are', () => {
  const first = withPart(unknown(5), 0, [photo(0), photo(1)]);
  expect(withPart(first, 3, [photo(3), photo(4), photo(5)])).toEqual([
    photo(0),
    photo(1),
    undefined,
    photo(3),
    photo(4),
  ]);
});

test('missing are the parts that have a photo in view which is not known', () => {
  const photos = withPart(
    unknown(3 * PHOTOS_PER_PART + 1),
    0,
    Array.from({ length: PHOTOS_PER_PART }, (_, at) => photo(at)),
  );
  expect(missingParts(photos, 0, PHOTOS_PER_PART - 1)).toEqual([]);
  expect(missingParts(photos, PHOTOS_PER_PART - 3, PHOTOS_PER_PART)).toEqual([PHOTOS_PER_PART]);
  expect(missingParts(photos, 250, 450)).toEqual([PHOTOS_PER_PART, 2 * PHOTOS_PER_PART]);
  expect(missingParts(photos, 599, 9_999)).toEqual([2 * PHOTOS_PER_PART, 3 * PHOTOS_PER_PART]);
});
