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
