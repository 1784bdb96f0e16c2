import { expect, test } from 'vitest';
import { albumsDelayMs, LEAST_BETWEEN_MS, LONGEST_SPREAD_MS } from '../../../../src/domain/tablets/eventSpread.ts';

const never = Number.POSITIVE_INFINITY;

test('a tablet alone is told at once', () => {
  expect(albumsDelayMs({ listening: 1, random: 1, sinceLastMs: never })).toBeLessThan(10);
});

test('a thousand are spread over two seconds, and more are not spread over more', () => {
  for (const listening of [1_000, 50_000]) {
    expect(albumsDelayMs({ listening, random: 0, sinceLastMs: never })).toBe(0);
    expect(albumsDelayMs({ listening, random: 0.5, sinceLastMs: never })).toBe(LONGEST_SPREAD_MS / 2);
    expect(albumsDelayMs({ listening, random: 1, sinceLastMs: never })).toBe(LONGEST_SPREAD_MS);
  }
});

test('a tablet that was told a moment ago is told again a while later', () => {
  expect(albumsDelayMs({ listening: 1, random: 0, sinceLastMs: 0 })).toBe(LEAST_BETWEEN_MS);
  expect(albumsDelayMs({ listening: 1, random: 0, sinceLastMs: 500 })).toBe(LEAST_BETWEEN_MS - 500);
  expect(albumsDelayMs({ listening: 1, random: 0, sinceLastMs: LEAST_BETWEEN_MS })).toBe(0);
});
