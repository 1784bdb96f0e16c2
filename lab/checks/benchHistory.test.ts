import { expect, test } from 'vitest';
import { slowerThan, sparkline, type RowWithHistory, withHistory } from '../bench/history.ts';

const GOALS = {
  least: { kind: 'at least', value: 5, unit: '×' },
  most: { kind: 'at most', value: 2, unit: '×' },
} as const;

function row(ratio: number, parts: Partial<RowWithHistory> = {}): RowWithHistory {
  const measuredAt = '2026-11-22T00:00:00.000Z';
  return { name: 'first paint', against: 'a bare page', goal: GOALS.most, figures: {}, ratio, measuredAt, ...parts };
}

test('a row that is measured again remembers what it was, and no other row does', () => {
  const [first, other] = [row(1), row(9, { name: 'another' })];
  const second = withHistory(row(2), [other, first]);
  expect(withHistory(row(3), [other, second]).earlier?.map(({ measured }) => measured)).toEqual([1, 2]);
  expect(withHistory(row(3, { against: 'another peer' }), [second])).not.toHaveProperty('earlier');
});

test('two dozen measurements are kept', () => {
  let last = row(0);
  for (let run = 1; run <= 40; run += 1) last = withHistory(row(run), [last]);
  expect(last.earlier).toHaveLength(24);
  expect(last.earlier?.at(-1)?.measured).toBe(39);
});

test('the history of a row is a small picture', () => {
  const measuredAt = '';
  const earlier = [1, 1.5, 3].map((measured) => ({ measured, measuredAt }));
  expect(sparkline(row(2, { earlier }))).toBe('▁▃█▅');
  expect(sparkline(row(2, { earlier: [{ measured: 2, measuredAt }] })), 'nothing changed').toBe('▄▄');
  expect(sparkline(row(2))).toBe('');
});

test('slower is what is further from its goal by more than a tenth, whichever way the goal is', () => {
  expect(slowerThan([row(1)], [row(1.2)])).toEqual(['first paint, against a bare page: 1.00× → 1.20×']);
  expect(slowerThan([row(1)], [row(1.09)])).toEqual([]);
  expect(slowerThan([row(1)], [row(0.5)])).toEqual([]);
  const upwards = (ratio: number) => row(ratio, { goal: GOALS.least });
  expect(slowerThan([upwards(6)], [upwards(5)])).toEqual(['first paint, against a bare page: 6.00× → 5.00×']);
  expect(slowerThan([upwards(6)], [upwards(7)])).toEqual([]);
});

test('what has no ratio, or was not kept, is not compared', () => {
  const { ratio: _, ...clock } = row(1);
  expect(slowerThan([clock], [row(9)])).toEqual([]);
  expect(slowerThan([], [row(9)])).toEqual([]);
});
