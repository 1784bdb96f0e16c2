import { expect, test } from 'vitest';
import { nextReportMs } from '../../../../src/domain/tablets/reportTiming.ts';

test.each([
  ['the first', Number.POSITIVE_INFINITY, true, 0],
  ['a change long after the last', 30_000, true, 0],
  ['a change just after the last', 1_000, true, 4_000],
  ['no change', 0, false, 50_000],
  ['no change for a while', 49_000, false, 1_000],
  ['a timer that came late', 90_000, false, 0],
])('%s', (_what, sinceLastMs, isChanged, delayMs) => {
  expect(nextReportMs({ sinceLastMs, isChanged })).toBe(delayMs);
});
