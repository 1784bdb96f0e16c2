import { expect, test } from 'vitest';
import { nextReportMs } from '../../../../src/domain/tablets/reportTiming.ts';

test.each([
  { what: 'the first', sinceLastMs: Number.POSITIVE_INFINITY, isChanged: true, delayMs: 0 },
  { what: 'a change long after the last', sinceLastMs: 30_000, isChanged: true, delayMs: 0 },
  { what: 'a change just after the last', sinceLastMs: 1_000, isChanged: true, delayMs: 4_000 },
  { what: 'no change', sinceLastMs: 0, isChanged: false, delayMs: 50_000 },
  { what: 'no change for a while', sinceLastMs: 49_000, isChanged: false, delayMs: 1_000 },
  { what: 'a timer that came late', sinceLastMs: 90_000, isChanged: false, delayMs: 0 },
])('$what', ({ sinceLastMs, isChanged, delayMs }) => {
  expect(nextReportMs({ sinceLastMs, isChanged })).toBe(delayMs);
});
