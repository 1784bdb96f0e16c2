import { expect, test } from 'vitest';
import { DayHistory } from '#server/tablets/registry/dayHistory.ts';

const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;
const START = Date.parse('2025-10-30T12:00:00.000Z');

test('a minute counts once, however many calls it brings', () => {
  const history = new DayHistory(START);
  expect([history.mark(START), history.mark(START + 1), history.mark(START + 59_999)]).toEqual([true, false, false]);
  expect(history.mark(START + MINUTE)).toBe(true);
  expect(history.quarters(START + MINUTE)).toBe('0'.repeat(95) + '2');
});

test('quarter hours leave the history after a day, even without a call', () => {
  const history = new DayHistory(START);
  history.mark(START);
  expect(history.quarters(START + 4 * QUARTER)).toBe('0'.repeat(91) + '10000');
  expect(history.quarters(START + 95 * QUARTER)).toBe('1' + '0'.repeat(95));
  expect(history.quarters(START + 96 * QUARTER)).toBe('0'.repeat(96));
  history.mark(START + 200 * QUARTER);
  expect(history.quarters(START + 200 * QUARTER)).toBe('0'.repeat(95) + '1');
});

test('a slightly earlier clock is ignored, one set back by hours starts a new day', () => {
  const history = new DayHistory(START);
  history.mark(START);
  history.mark(START - QUARTER);
  expect(history.quarters(START)).toBe('0'.repeat(95) + '1');
  history.mark(START - 20 * QUARTER);
  expect(history.quarters(START - 20 * QUARTER)).toBe('0'.repeat(95) + '1');
});

test('a restored day goes on where it ended, and a minute is not counted twice', () => {
  const history = new DayHistory(START);
  for (let minute = 0; minute < 17; minute++) history.mark(START + minute * MINUTE);
  const now = START + 16 * MINUTE;
  const restored = DayHistory.restore(history.quarters(now), history.lastMinute);
  expect(restored.mark(now)).toBe(false);
  expect(restored.quarters(now)).toBe(history.quarters(now));
  expect(DayHistory.restore('not hexadecimal: zz', 5).quarters(0)).toHaveLength(96);
});
