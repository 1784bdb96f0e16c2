import { describe, expect, test } from 'vitest';
import { nextPhotos, warmUpOrder } from '#domain/albums/keepOrder.ts';

const photos = ['a', 'b', 'c'].map((name) => ({ thumbnail: `${name}-thumbnail`, medium: `${name}-medium` }));

test('a grid has its thumbnails first, then the photos that a tap would open', () => {
  expect(warmUpOrder(photos, { kind: 'grid' })).toEqual([
    'a-thumbnail',
    'b-thumbnail',
    'c-thumbnail',
    'a-medium',
    'b-medium',
    'c-medium',
  ]);
});

test('a slideshow goes on from where it stands and round to the photo before, each with its background', () => {
  expect(warmUpOrder(photos, { kind: 'slideshow', at: 1 })).toEqual([
    'b-medium',
    'b-thumbnail',
    'c-medium',
    'c-thumbnail',
    'a-medium',
    'a-thumbnail',
  ]);
});

test('an album without photos needs nothing', () => {
  expect(warmUpOrder([], { kind: 'slideshow', at: 0 })).toEqual([]);
});

describe('of a whole library', () => {
  const numbers = [0, 1, 2, 3, 4];

  test('a small one is stored as a whole', () => {
    expect(nextPhotos(numbers, { kind: 'slideshow', at: 3 })).toEqual({
      photos: numbers,
      screen: { kind: 'slideshow', at: 3 },
    });
  });

  test('as many as there may be are those that the slideshow shows next', () => {
    expect(nextPhotos(numbers, { kind: 'slideshow', at: 3 }, 4)).toEqual({
      photos: [3, 4, 0, 1],
      screen: { kind: 'slideshow', at: 0 },
    });
  });
});
