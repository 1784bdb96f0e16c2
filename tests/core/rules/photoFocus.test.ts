import { assert, constantFrom, double, integer, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import {
  cutBox,
  cutPosition,
  focusAt,
  movedFocus,
  shareBefore,
  shownFocus,
  storedFocus,
  turnedFocus,
} from '#domain/photoFocus.ts';

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

test('a point is stored as before the turn, and shown as after it', () => {
  expect(storedFocus({ x: 0.8, y: 0.1 }, 90)).toBe('0.1 0.2');
  expect(shownFocus('0.1 0.2', 90)).toEqual({ x: 0.8, y: 0.1 });
  expect(shownFocus('0.1 0.2', 0)).toEqual({ x: 0.1, y: 0.2 });
});

test('a cut has the focus in its middle, or ends where the picture does', () => {
  const lengths = double({ min: 1.001, max: 20, noNaN: true });
  assert(
    property(double({ min: 0, max: 1, noNaN: true }), lengths, (focus, length) => {
      const before = shareBefore(length, focus) * (length - 1);
      const fromMiddle = focus * length - (before + 0.5);
      expect(Math.abs(fromMiddle)).toBeLessThanOrEqual(0.5 + 1e-9);
      if (before > 1e-9 && before < length - 1 - 1e-9) expect(fromMiddle).toBeCloseTo(0, 6);
      else if (fromMiddle !== 0) expect(fromMiddle < 0).toBe(before <= 1e-9);
    }),
  );
});

test.each([
  [{ width: 300, height: 200, focus: { x: 0.5, y: 0.1 } }, 1, '50% 50%'],
  [{ width: 300, height: 200, focus: { x: 0.4, y: 0.1 } }, 1, '20% 50%'],
  [{ width: 300, height: 200, focus: { x: 0.9, y: 0.1 } }, 1, '100% 50%'],
  [{ width: 200, height: 300, focus: { x: 0.9, y: 0.4 } }, 1, '50% 20%'],
  [{ width: 200, height: 300, focus: { x: 0.9, y: 0.1 } }, 16 / 9, '50% 0%'],
  [{ width: 200, height: 300, focus: { x: 0.9, y: 0.1 } }, 2 / 3, '50% 50%'],
  [{ width: 200, height: 300 }, 1, '50% 50%'],
  [{}, 16 / 9, '50% 50%'],
])('%j in a box of %d is at %s', (photo, ratio, position) => {
  const rounded = cutPosition(photo, ratio).replace(/[\d.]+/g, (percent) => String(Math.round(Number(percent))));
  expect(rounded).toBe(position);
});

test('the part of a picture that a cut shows is as large as it can be, and has the focus', () => {
  const upright = cutBox({ x: 0.9, y: 0.4 }, { picture: 2 / 3, ratio: 1 });
  expect(upright).toEqual({ left: 0, top: expect.closeTo(0.4 - 1 / 3, 9), width: 1, height: expect.closeTo(2 / 3, 9) });
  const wide = cutBox({ x: 0.9, y: 0.4 }, { picture: 2, ratio: 1 });
  expect(wide).toEqual({ left: 0.5, top: 0, width: 0.5, height: 1 });
  // A strip of a high picture, which is 8 times as high as the strip.
  const strip = cutBox({ x: 0.5, y: 0.5 }, { picture: 0.5, ratio: 4 });
  expect(strip).toEqual({ left: 0, top: expect.closeTo(7 / 16, 9), width: 1, height: 1 / 8 });
});

test('an arrow key moves the point a little, and never out of the picture', () => {
  expect(movedFocus({ x: 0.5, y: 0.5 }, 'ArrowLeft')).toEqual({ x: 0.48, y: 0.5 });
  expect(movedFocus({ x: 0.5, y: 0.5 }, 'ArrowRight')).toEqual({ x: 0.52, y: 0.5 });
  expect(movedFocus({ x: 0.5, y: 0.5 }, 'ArrowUp')).toEqual({ x: 0.5, y: 0.48 });
  expect(movedFocus({ x: 0.5, y: 0.99 }, 'ArrowDown')).toEqual({ x: 0.5, y: 1 });
  expect(movedFocus({ x: 0.5, y: 0.5 }, 'Enter')).toBeUndefined();
  expect(focusAt(-1, 1.2)).toEqual({ x: 0, y: 1 });
});
