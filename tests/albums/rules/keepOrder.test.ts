import { expect, test } from 'vitest';
import type { Album } from '#contract/photos/schemas.ts';
import { CACHED_AT_MOST, keepOrder, cachedState } from '#domain/albums/keepOrder.ts';

const album = (id: string, ...childAlbums: Album[]): Album => ({ id, name: id, slug: id, childAlbums });
const winter = album('winter', album('snow'));
const library = [album('summer', album('beach')), winter];
const order = (start: string | null) => keepOrder(library, start).map(({ id }) => id);

test('what the tablet starts with is stored first, then the rest in the order of the list', () => {
  expect(order(null)).toEqual(['summer', 'beach', 'winter', 'snow']);
  expect(order('winter')).toEqual(['winter', 'snow', 'summer', 'beach']);
  expect(order('gone')).toEqual(['summer', 'beach', 'winter', 'snow']);
});

test('a huge library has its bound', () => {
  const many = Array.from({ length: CACHED_AT_MOST.albums + 1 }, (_, at) => album(`${at}`));
  expect(keepOrder(many, `${CACHED_AT_MOST.albums}`)).toHaveLength(CACHED_AT_MOST.albums);
  expect(keepOrder(many, `${CACHED_AT_MOST.albums}`)[0]?.id).toBe(`${CACHED_AT_MOST.albums}`);
});

test.each([
  [{}, 'unknown'],
  [{ winter: [2, 0] }, 'unknown'],
  [{ winter: [2, 0], snow: [3, 0] }, 'kept'],
  [{ winter: [0, 0], snow: [0, 0] }, 'kept'],
  [{ winter: [2, 0], snow: [3, 3] }, 'partly'],
  [{ winter: [2, 1], snow: [3, 3] }, 'partly'],
  [{ winter: [2, 2], snow: [3, 3] }, 'missing'],
] as [Record<string, [number, number]>, string][])('an album of which there is %j is %s', (stored, expected) => {
  const kept = new Map(Object.entries(stored).map(([id, [photos, missing]]) => [id, { photos, missing }]));
  expect(cachedState(winter, kept)).toBe(expected);
});
