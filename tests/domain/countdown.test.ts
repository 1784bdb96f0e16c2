import { expect, test } from 'vitest';
import { COUNTDOWN_STEPS, countdownPercent } from '../../src/domain/countdown.ts';

test('drops 100/900 percent every 100 ms, from 100 down to 0', () => {
  expect(COUNTDOWN_STEPS).toBe(900);
  expect(countdownPercent(0)).toBe(100);
  expect(countdownPercent(99)).toBe(100);
  expect(countdownPercent(100)).toBeCloseTo(100 - 100 / 900, 10);
  expect(countdownPercent(45_000)).toBe(50);
  expect(countdownPercent(89_999)).toBeCloseTo(100 / 900, 10);
  expect(countdownPercent(90_000)).toBe(0);
});

test('stays within 0 and 100 after a sleep and after a clock set back', () => {
  expect([countdownPercent(8 * 3_600_000), countdownPercent(-5_000)]).toEqual([0, 100]);
});
