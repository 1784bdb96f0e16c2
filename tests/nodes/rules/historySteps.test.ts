import { describe, expect, test } from 'vitest';
import { HISTORY_SPANS } from '#contract/admin/limits.ts';
import {
  addTo,
  EMPTY_TALLY,
  FIVE_MINUTES_MS,
  historyFrom,
  HOUR_MS,
  quartersOf,
  stretchesOf,
  tallyOf,
} from '#domain/nodes/historySteps.ts';

const NOW = Date.UTC(2026, 5, 15, 12, 2, 30);
const QUARTER_MS = 15 * 60_000;
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

test.each([
  ['no reading', { readings: 0 }],
  ['no mean', { mean: null }],
  ['no lowest', { low: null }],
  ['no highest', { high: null }],
])('a tally with %s adds its heartbeats alone', (_case, lacks) => {
  const more = { heartbeats: 2, minutes: 1, readings: 4, mean: 9, low: 8, high: 10, ...lacks };
  const [read, empty] = [tallyOf(1, 5), { ...EMPTY_TALLY }];
  addTo(read, more);
  addTo(empty, more);
  expect(read).toEqual({ ...tallyOf(1, 5), heartbeats: 3, minutes: 1 });
  expect(empty).toEqual({ ...EMPTY_TALLY, heartbeats: 2, minutes: 1 });
});

test('a step has the mean of its readings, and its length in minutes', () => {
  const { last } = stretchesOf('month', NOW);
  const node = new Map([
    [last, tallyOf(1, 10)],
    [last - 1, tallyOf(1, 20)],
  ]);
  const history = historyFrom({ node, server: new Map() }, 'month', NOW);
  expect([history.stepMinutes, history.mean.at(-1), history.mean.length]).toEqual([120, 15, 360]);
  expect(historyFrom(NOTHING, 'day', NOW).stepMinutes).toBe(5);
  expect(historyFrom(NOTHING, 'year', NOW).stepMinutes).toBe(1_440);
});

test.each([
  [269, 0.9],
  [270, 1],
  [300, 1],
  [150, 0.5],
  [1, 0],
])('a server that ran for %d of 300 seconds listened for %d of the step', (seconds, share) => {
  const { last } = stretchesOf('day', NOW);
  const server = new Map([[last - 1, tallyOf(seconds)]]);
  expect(historyFrom({ node: new Map(), server }, 'day', NOW).listened.at(-2)).toBe(share);
});

test('a step that begins this very millisecond has not been listened to', () => {
  const now = Math.floor(NOW / FIVE_MINUTES_MS) * FIVE_MINUTES_MS;
  const server = new Map([[stretchesOf('day', now).last, tallyOf(1)]]);
  expect(historyFrom({ node: new Map(), server }, 'day', now).listened.at(-1)).toBe(0);
});

const heard = (minutes: number | null, heartbeats = minutes ?? 0) => ({ ...EMPTY_TALLY, heartbeats, minutes });

describe('the last day in quarter hours', () => {
  /** The first five minutes of the present quarter hour. */
  const first = Math.floor(NOW / QUARTER_MS) * 3;

  test('has a digit for the minutes with a heartbeat, of three times five minutes', () => {
    const fives = new Map([
      [first - 3, heard(5, 300)],
      [first - 2, heard(5)],
      [first - 1, heard(5)],
      [first + 1, heard(1, 60)],
    ]);
    expect(quartersOf(fives, NOW)).toBe(`${'0'.repeat(94)}f1`);
  });

  test('begins a day before, and ends with the quarter hour of this moment', () => {
    const fives = new Map([first - 95 * 3 - 1, first - 95 * 3, first + 3].map((five) => [five, heard(2)]));
    expect(quartersOf(fives, NOW)).toBe(`2${'0'.repeat(95)}`);
    expect(quartersOf(fives, NOW + QUARTER_MS)).toBe(`${'0'.repeat(95)}2`);
  });

  test('counts at most five minutes of five, and a sample of an earlier version by its heartbeats', () => {
    const fives = new Map([
      [first, heard(6)],
      [first + 1, heard(null, 3)],
      [first + 2, heard(null, 300)],
    ]);
    expect(quartersOf(fives, NOW).at(-1)).toBe((5 + 3 + 5).toString(16));
  });

  test('is unknown before the first heartbeat, where there is no sample', () => {
    const begun = first * FIVE_MINUTES_MS - QUARTER_MS;
    expect(quartersOf(new Map(), NOW, begun)).toBe(`${'-'.repeat(94)}00`);
    expect(quartersOf(new Map(), NOW, begun - 1)).toBe(`${'-'.repeat(93)}000`);
    expect(quartersOf(new Map([[first - 9, heard(1)]]), NOW, begun)).toBe(`${'-'.repeat(92)}1000`);
    expect(quartersOf(new Map(), NOW, Infinity)).toBe('-'.repeat(96));
  });
});
