import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { axisOf, bandPath, barsPath, columnsPath, linePath } from '#domain/nodes/chartPaths.ts';

const AXIS = { low: 0, high: 10 };

test('a line is broken where nothing was told, and a lone value is seen', () => {
  expect(linePath([0, 10, null, 5, null], AXIS)).toBe('M0.5 100L1.5 0M3 50h1');
  expect(linePath([], AXIS)).toBe('');
});

test('the band goes along the highest values and back along the lowest', () => {
  expect(bandPath([0, 5], [10, 10], AXIS)).toBe('M0.5 0L1.5 0L1.5 50L0.5 100z');
});

test('bars stand where something was heard, columns where they are wanted', () => {
  expect(barsPath([null, 0, 5], AXIS)).toBe('M2 50h1V100h-1z');
  expect(columnsPath(3, (step) => step !== 1)).toBe('M0 0h1v100h-1zM2 0h1v100h-1z');
});

test('every axis holds its values and is not empty', () => {
  const value = integer({ min: -1e9, max: 1e9 }).map((thousandths) => thousandths / 1000);
  assert(
    property(value, value, (one, other) => {
      const range = { low: Math.min(one, other), high: Math.max(one, other) };
      const axis = axisOf(range);
      expect(axis.low).toBeLessThanOrEqual(range.low);
      expect(axis.high).toBeGreaterThanOrEqual(range.high);
      expect(axis.high).toBeGreaterThan(axis.low);
    }),
    { numRuns: 2_000, examples: [[-0.006, -0.006]] },
  );
});

test.each([
  [
    { low: 0, high: 10 },
    { low: 0, high: 10 },
  ],
  [
    { low: 0, high: 20 },
    { low: 0, high: 20 },
  ],
  [
    { low: 5, high: 95 },
    { low: 0, high: 100 },
  ],
  [
    { low: 20, high: 22 },
    { low: 20, high: 22 },
  ],
  [
    { low: 20.1, high: 21.9 },
    { low: 20, high: 22 },
  ],
  [
    { low: 10, high: 20 },
    { low: 10, high: 20 },
  ],
  [
    { low: -15, high: 5 },
    { low: -15, high: 5 },
  ],
  [
    { low: -13, high: 4 },
    { low: -15, high: 5 },
  ],
  [
    { low: 1_000, high: 1_007 },
    { low: 1_000, high: 1_008 },
  ],
  [
    { low: 7, high: 7 },
    { low: 6, high: 8 },
  ],
  [
    { low: -7, high: -7 },
    { low: -8, high: -6 },
  ],
  [
    { low: 0, high: 0 },
    { low: 0, high: 5e-7 },
  ],
  [
    { low: 1_000_000, high: 1_000_000.5 },
    { low: 0, high: 1_500_000 },
  ],
  [
    { low: 0.002, high: 0.03 },
    { low: 0, high: 0.03 },
  ],
])('the axis of %j is %j', (range, expected) => {
  const { low, high } = axisOf(range);
  expect(low).toBeCloseTo(expected.low, 9);
  expect(high).toBeCloseTo(expected.high, 9);
});

test('an axis that does not begin at zero counts from its lower end', () => {
  const axis = { low: 10, high: 30 };
  expect(linePath([10, 20, 30], axis)).toBe('M0.5 100L1.5 50L2.5 0');
  expect(barsPath([20, null, 10, 9], axis)).toBe('M0 50h1V100h-1z');
  expect(barsPath([null, -5, 40], { low: -10, high: 30 })).toBe('M1 87.5h1V100h-1zM2 0h1V100h-1z');
});

test('a band that begins later has its own steps alone', () => {
  expect(bandPath([null, 0, 5], [null, 10, 10], AXIS)).toBe('M1.5 0L2.5 0L2.5 50L1.5 100z');
  expect(bandPath([0, null, 0], [5, null, 5], AXIS)).toBe('M0.5 50L0.5 100zM2.5 50L2.5 100z');
});
