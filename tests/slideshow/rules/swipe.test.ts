import { expect, test } from 'vitest';
import { isTap, swipeDirection } from '#domain/slideshow/swipe.ts';

const from = { x: 200, y: 200 };
const to = (right: number, down = 0) => ({ x: 200 + right, y: 200 + down });

test.each([
  [51, 0, 'previous'],
  [-51, 0, 'next'],
  [50, 0, undefined],
  [-50, 0, undefined],
  [50.5, 0, 'previous'],
  [0, 0, undefined],
  [400, 100, 'previous'],
  [-400, -399, 'next'],
  [60, 60, undefined],
  [60, 200, undefined],
  [0, 300, undefined],
])('a drag by %d, %d is %s', (right, down, direction) => {
  expect(swipeDirection(from, to(right, down))).toBe(direction);
});

test('a finger that trembles still taps; a drag does not', () => {
  expect([isTap(from, to(0)), isTap(from, to(6, 8)), isTap(from, to(11)), isTap(from, to(0, -20))]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
