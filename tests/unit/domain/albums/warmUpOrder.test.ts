import { expect, test } from 'vitest';
import { warmUpOrder } from '../../../../src/domain/albums/warmUpOrder.ts';

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
