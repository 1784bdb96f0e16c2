import { assert, constantFrom, integer, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { turnedFocus } from '#domain/viewer/focus.ts';

const steps = integer({ min: 0, max: 1_000 });
const points = record({ x: steps, y: steps }).map(({ x, y }) => ({ x: x / 1_000, y: y / 1_000 }));
const turns = constantFrom(-270, -180, -90, 0, 90, 180, 270);

test('a point near the top left is near the top right after a quarter turn clockwise', () => {
  expect(turnedFocus({ x: 0.1, y: 0.2 }, 90)).toEqual({ x: 0.8, y: 0.1 });
  expect(turnedFocus({ x: 0.1, y: 0.2 }, 180)).toEqual({ x: 0.9, y: 0.8 });
  expect(turnedFocus({ x: 0.1, y: 0.2 }, 270)).toEqual({ x: 0.2, y: 0.9 });
});

test('a point that is turned there and back is where it was', () => {
  assert(
    property(points, turns, (point, degrees) => {
      expect(turnedFocus(turnedFocus(point, degrees), -degrees)).toEqual(point);
    }),
  );
});
