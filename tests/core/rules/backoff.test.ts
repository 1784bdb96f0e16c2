import { expect, test } from 'vitest';
import { thumbnailRetryMs } from '#domain/albums/thumbnails.ts';
import { backoff } from '#domain/backoff.ts';

test('waits twice as long after each failure, up to the longest delay and for ever', () => {
  const waitMs = backoff({ firstMs: 3, longestMs: 20 });
  expect([1, 2, 3, 4, 5, 10_000].map(waitMs)).toEqual([3, 6, 12, 20, 20, 20]);
});

test('a first delay longer than the longest is cut', () => {
  expect(backoff({ firstMs: 30, longestMs: 20 })(1)).toBe(20);
});

test('a thumbnail is asked for after 5 s, and every two minutes in the end', () => {
  expect([1, 2, 3, 4, 5, 6, 100].map(thumbnailRetryMs)).toEqual([
    5_000, 10_000, 20_000, 40_000, 80_000, 120_000, 120_000,
  ]);
});
