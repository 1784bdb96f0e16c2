import { expect, test } from 'vitest';
import { albumsSeenText } from '#domain/users/albumsSeenText.ts';

test.each([
  [null, 'everything'],
  [[], 'no album'],
  [['Summer'], '“Summer”'],
  [['A', 'B', 'C'], '“A”, “B”, “C”'],
  [['A', 'B', 'C', 'D', 'E'], '“A”, “B”, “C” and 2 more'],
  [['Summer in the Alps 1'], '“Summer in the Alps 1”'],
  [['Summer in the Alps 12'], '“Summer in the Alps …”'],
])('a person with the albums %j sees %s', (names, text) => {
  expect(albumsSeenText(names)).toBe(text);
});

test('two lists of the longest names fit an entry of the audit log', () => {
  const longest = albumsSeenText(Array.from({ length: 1_000 }, () => '🏔️'.repeat(200)));
  expect(`${longest} to ${longest}`.length).toBeLessThanOrEqual(300);
});
