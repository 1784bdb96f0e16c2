import { expect, test } from 'vitest';
import { marksOf, sectionAfterKey, sectionAt } from '#src/shared/ui/scrubber/scrubberPlaces.ts';

const sections = ['2022', '2023', '2023', '2023', '2024', ''].map((mark) => ({ mark }));

test('the section in view is the last one that the page is scrolled to, or past', () => {
  const places = [100, 500, 900];
  expect([0, 100, 498, 499.5, 500, 898, 5_000].map((scrolled) => sectionAt(places, scrolled))).toEqual([
    0, 0, 0, 1, 1, 1, 2,
  ]);
  expect(sectionAt([], 10)).toBe(0);
});

test.each([
  ['ArrowDown', 1, 2],
  ['ArrowUp', 1, 0],
  ['ArrowUp', 0, 0],
  ['ArrowDown', 5, 5],
  ['PageDown', 1, 4],
  ['PageDown', 5, 5],
  ['PageUp', 4, 1],
  ['PageUp', 3, 1],
  ['PageUp', 1, 0],
  ['PageUp', 0, 0],
  ['Home', 3, 0],
  ['End', 1, 5],
  ['Enter', 1, undefined],
])('%s leads from section %i to %s', (key, at, expected) => {
  expect(sectionAfterKey(key, at, sections)).toBe(expected);
});

test('a mark stands once, where its first section is, and only where there is room', () => {
  const shares = [0, 0.01, 0.3, 0.4, 0.8, 0.9];
  expect(marksOf(sections, shares, 0.005).map(({ text }) => text)).toEqual(['2022', '2023', '2024']);
  expect(marksOf(sections, shares, 0.1)).toEqual([
    { text: '2022', at: 0 },
    { text: '2024', at: 0.8 },
  ]);
});
