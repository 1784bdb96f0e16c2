import { expect, test } from 'vitest';
import type { Photo } from '#contract/photos/schemas.ts';
import { isByTime, isLongAlbum, sectionsOf, titledSections } from '#domain/albums/longAlbums.ts';

test('an album is long from 201 photos on', () => {
  expect([{}, { photoCount: 200 }, { photoCount: 201 }].map(isLongAlbum)).toEqual([false, false, true]);
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

test('sections are called by their month', () => {
  expect(titledSections([{ month: '2024-07', count: 200 }, { count: 1 }])).toEqual([
    { title: 'July 2024', mark: '2024', count: 200 },
    { title: 'Without a date', mark: '', count: 1 },
  ]);
});

test('there are none in a short album, nor where all photos are of one month', () => {
  expect(titledSections([{ month: '2024-07', count: 199 }, { count: 1 }])).toEqual([]);
  expect(titledSections([{ month: '2024-07', count: 5_000 }])).toEqual([]);
  expect(titledSections([])).toEqual([]);
});

test('a whole list has them if it is in an order by time', () => {
  const photos = Array.from({ length: 201 }, (_, index): Photo => ({
    filename: `${index}.jpg`,
    albumSlug: 'sea',
    ...(index < 200 ? { takenAt: index < 100 ? '2024-07-15T12:00:00.000Z' : '2024-08-15T12:00:00.000Z' } : {}),
  }));
  expect(sectionsOf(photos).map(({ title, count }) => `${title}: ${count}`)).toEqual([
    'July 2024: 100',
    'August 2024: 100',
    'Without a date: 1',
  ]);
  expect(sectionsOf(photos, 'newest')).toHaveLength(3);
  expect(sectionsOf(photos, 'manual')).toEqual([]);
  expect(sectionsOf(photos.slice(1))).toEqual([]);
});
