import { expect, test } from 'vitest';
import { HISTORY_SPANS } from '#contract/admin/limits.ts';
import { historyFrom, HOUR_MS, FIVE_MINUTES_MS, stretchesOf, tallyOf } from '#domain/nodes/historySteps.ts';

const NOW = Date.UTC(2026, 5, 15, 12, 2, 30);
const NOTHING = { node: new Map(), server: new Map() };

test.each(HISTORY_SPANS)('a %s ends with the present step and has all its steps', (span) => {
  const history = historyFrom(NOTHING, span, NOW);
  const counts = { day: 288, month: 360, year: 365 };
  expect(history.heartbeats).toHaveLength(counts[span]);
  expect(Date.parse(history.until)).toBeGreaterThan(NOW);
  expect(Date.parse(history.until) - NOW).toBeLessThanOrEqual(history.stepMinutes * 60_000);
  expect(new Set([...history.heartbeats, ...history.listened])).toEqual(new Set([0]));
});

test('a step of the year has the heartbeats of its 24 hours', () => {
  const { first, last } = stretchesOf('year', NOW);
  const everyHour = new Map(
    Array.from({ length: last - first + 1 }, (_, index) => [first + index, tallyOf(60, index)]),
  );
  const { heartbeats, low, high } = historyFrom({ node: everyHour, server: new Map() }, 'year', NOW);
  expect(new Set(heartbeats)).toEqual(new Set([60 * 24]));
  expect([low[0], high[0], high.at(-1)]).toEqual([0, 23, 365 * 24 - 1]);
  expect(last).toBe(Math.floor(NOW / HOUR_MS));
});

test.each([
  { span: 'day', firstSeen: NOW - 60_000, known: 1 },
  { span: 'day', firstSeen: NOW - HOUR_MS, known: 13 },
  { span: 'month', firstSeen: NOW - 60_000, known: 1 },
  { span: 'year', firstSeen: NOW - 48 * HOUR_MS, known: 3 },
  { span: 'year', firstSeen: null, known: 365 },
] as const)('of a node first seen at $firstSeen nothing is known before, in a $span', ({ span, firstSeen, known }) => {
  const { first, last } = stretchesOf(span, NOW);
  const seconds = span === 'day' ? 300 : 3_600;
  const server = new Map(Array.from({ length: last - first + 1 }, (_, index) => [first + index, tallyOf(seconds)]));
  const { listened } = historyFrom({ node: new Map(), server, firstSeen }, span, NOW);
  expect(listened.findIndex((share) => share > 0)).toBe(listened.length - known);
});

test('a node that was heard before it is said to be seen first is known from then on', () => {
  const { first, last } = stretchesOf('day', NOW);
  const server = new Map(Array.from({ length: last - first + 1 }, (_, index) => [first + index, tallyOf(300)]));
  const node = new Map([[first + 100, tallyOf(5)]]);
  const { listened } = historyFrom({ node, server, firstSeen: NOW }, 'day', NOW);
  expect(listened.indexOf(1)).toBe(100);
});

test('a server that ran all the time listened fully, in the present step too', () => {
  const { first, last } = stretchesOf('day', NOW);
  const server = new Map(Array.from({ length: last - first }, (_, index) => [first + index, tallyOf(300)]));
  server.set(Math.floor(NOW / FIVE_MINUTES_MS), tallyOf(150));
  server.set(first, tallyOf(30));
  const { listened } = historyFrom({ node: new Map(), server }, 'day', NOW);
  expect(listened[0]).toBe(0.1);
  expect(new Set(listened.slice(1))).toEqual(new Set([1]));
});
