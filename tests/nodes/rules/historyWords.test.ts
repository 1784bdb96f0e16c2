import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NodeHistory } from '#contract/nodes/schemas.ts';
import {
  readingWords,
  heartbeatWords,
  historyRows,
  rangeOf,
  ratesOf,
  shortNumber,
} from '#domain/nodes/historyWords.ts';

const STEPS = 48;
const MINUTES = 30;

/** A day in half hours; `beats` says how often the node was heard in each, null: the server was off. */
function day(
  beats: (step: number) => number | null,
  brightness: (step: number) => number | null = () => null,
): NodeHistory {
  const steps = Array.from({ length: STEPS }, (_, step) => step);
  return {
    span: 'day',
    until: '2026-06-15T12:00:00.000Z',
    stepMinutes: MINUTES,
    heartbeats: steps.map((step) => beats(step) ?? 0),
    listened: steps.map((step) => (beats(step) === null ? 0 : 1)),
    mean: steps.map(brightness),
    low: steps.map(brightness),
    high: steps.map(brightness),
  };
}

describe('the heartbeats in words', () => {
  test.each([
    ['always heard', () => 30, 'Heard without a break.'],
    ['never heard', () => 0, 'Silent for the last 24 hours.'],
    ['the server was off', () => null, 'Nothing is known of the last 24 hours.'],
    [
      'two silences',
      (step: number) => (step === 3 || (step >= 10 && step < 14) ? 0 : 30),
      'Heard in 22 hours; silent in 3 hours, at most 2 hours at a time.',
    ],
    [
      'a part not known',
      (step: number) => (step < 24 ? null : 30),
      'Heard without a break; nothing is known of 12 hours.',
    ],
  ])('%s', (_, beats, words) => expect(heartbeatWords(day(beats))).toBe(words));
});

const heard = () => 1;

describe('the brightness in words', () => {
  test.each([
    ['none', () => null, 'No brightness in the last 24 hours.'],
    ['always the same', () => 12, 'The brightness was always 12.'],
    ['rising', (step: number) => step / 2, 'Between 0 and 23.5, at the end 23.5.'],
  ])('%s', (_, brightness, words) => expect(readingWords(day(heard, brightness), { unit: null })).toBe(words));

  test('values of pings have their unit', () => {
    expect(
      readingWords(
        day(heard, (step) => 20 + step / 2),
        { unit: '°C' },
      ),
    ).toBe('Between 20 and 43.5 °C, at the end 43.5 °C.');
    expect(
      readingWords(
        day(heard, () => null),
        { unit: '' },
      ),
    ).toBe('No value in the last 24 hours.');
  });
});

test('the rate counts only the time in which the server ran', () => {
  const history = day((step) => (step === 0 ? null : 30));
  history.listened[1] = 0.5;
  expect(ratesOf(history).slice(0, 3)).toEqual([null, 2, 1]);
});

test('the table has a row for each hour, newest first, and all heartbeats', () => {
  const rows = historyRows(
    day(
      () => 30,
      (step) => step,
    ),
  );
  expect(rows).toHaveLength(24);
  expect(new Date(rows[0]?.from ?? 0).toISOString()).toBe('2026-06-15T11:00:00.000Z');
  expect(rows[0]).toMatchObject({ heartbeats: 60, state: 'heard', range: { low: 46, high: 47 } });
  expect(rangeOf(day(() => 1))).toBeUndefined();
});

test.each([
  [0, '0'],
  [0.0254, '0.025'],
  [3.456, '3.46'],
  [12_345.6, '12346'],
  [-2.5, '-2.5'],
])('%s is written %s', (value, text) => expect(shortNumber(value)).toBe(text));

/** `values` as the readings of the first steps of the last day. */
function readings(low: (number | null)[], high = low, mean = low): NodeHistory {
  return { ...day(() => 30), low, high, mean };
}

test.each([
  ['a month', 'month', 'Silent for the last 30 days.'],
  ['a year', 'year', 'Silent for the last year.'],
] as const)('the heartbeats of %s name their span', (_case, span, words) => {
  expect(heartbeatWords({ ...day(() => 0), span })).toBe(words);
  expect(heartbeatWords({ ...day(() => null), span })).toBe(words.replace('Silent for', 'Nothing is known of'));
});

test.each([
  [1, 30, 'silent in 1 minute, at most 1 minute at a time'],
  [59, 30, 'silent in 59 minutes, at most 59 minutes at a time'],
  [60, 30, 'silent in 1 hour, at most 1 hour at a time'],
  [48 * 60 - 1, 30, 'silent in 48 hours, at most 48 hours at a time'],
  [48 * 60, 30, 'silent in 2 days, at most 2 days at a time'],
  [1_440 * 5, 30, 'silent in 5 days, at most 5 days at a time'],
])('a silence of %d minutes is told in the unit that fits', (stepMinutes, beats, words) => {
  const history = { ...day(() => beats), stepMinutes, heartbeats: [0, beats], listened: [1, 1] };
  expect(heartbeatWords(history)).toContain(words);
});

test('the range leaves out what was not told, zero is a reading', () => {
  expect(rangeOf({ low: [null, 5, 7, null], high: [null, 6, 9, null] })).toEqual({ low: 5, high: 9 });
  expect(rangeOf({ low: [null, -5, null], high: [null, -4, null] })).toEqual({ low: -5, high: -4 });
  expect(rangeOf({ low: [null], high: [3] })).toBeUndefined();
  expect(rangeOf({ low: [3], high: [null] })).toBeUndefined();
});

test('the last reading is the last that was told, the first of all too', () => {
  const unit = null;
  expect(readingWords(readings([1, 2, null]), { unit })).toBe('Between 1 and 2, at the end 2.');
  expect(readingWords(readings([4, null], [5, null]), { unit })).toBe('Between 4 and 5, at the end 4.');
  expect(readingWords({ ...readings([1, 2]), mean: [null, null] }, { unit })).toMatch(/^No brightness in/);
  expect(readingWords({ ...readings([null]), mean: [3] }, { unit })).toMatch(/^No brightness in/);
});

test('readings are said as they were sent, and a mean with as many digits as they have', () => {
  const unit = 'hPa';
  expect(readingWords(readings([1013.25]), { unit })).toBe('The value was always 1013.25 hPa.');
  expect(readingWords(readings([47.25, 47.3], [47.75, 47.4], [47.5, 47.333333333333336]), { unit: '' })).toBe(
    'Between 47.25 and 47.75, at the end 47.3.',
  );
  expect(readingWords(readings([1e-7, 1e-7], [2.5e-7, 2.5e-7]), { unit: '' })).toBe(
    'Between 1e-7 and 2.5e-7, at the end 1e-7.',
  );
  expect(readingWords(readings([-1e300, 0], [1e300, 1e300], [0, 5e299]), { unit: '' })).toMatch(
    /at the end 5e\+299\.$/,
  );
});

test('a mean is never outside of what was sent', () => {
  const value = fc.double({ noNaN: true, noDefaultInfinity: true });
  fc.assert(
    fc.property(value, value, fc.double({ min: 0, max: 1, noNaN: true }), (one, other, share) => {
      const [low, high] = [Math.min(one, other), Math.max(one, other)];
      const mean = Math.min(high, Math.max(low, low * (1 - share) + high * share));
      const said = readingWords(readings([low], [high], [mean]), { unit: '' });
      const [, lowest, highest, last] = /^Between (\S+) and (\S+), at the end (\S+)\.$/.exec(said) ?? [];
      if (low === high) expect(said).toBe(`The value was always ${low}.`);
      else {
        expect([Number(lowest), Number(highest)]).toEqual([low + 0, high + 0]);
        expect(Number(last)).toBeGreaterThanOrEqual(low);
        expect(Number(last)).toBeLessThanOrEqual(high);
      }
    }),
  );
});

test('numbers of one and of a hundred have the digits of their size', () => {
  expect([100, 99.96, 1, 1.006, -1.006].map(shortNumber)).toEqual(['100', '100', '1', '1.01', '-1.01']);
  expect(shortNumber(100.4)).toBe('100');
});

test('a row of the table tells of its own steps alone', () => {
  const listened = day(
    (step) => (step < 2 ? null : step < 4 ? 0 : 30),
    (step) => (step < 6 ? step : null),
  );
  const rows = historyRows(listened).toReversed();
  expect(rows.slice(0, 4).map(({ state }) => state)).toEqual(['unknown', 'silent', 'heard', 'heard']);
  expect(rows.slice(0, 4).map(({ range }) => range)).toEqual([
    { low: 0, high: 1 },
    { low: 2, high: 3 },
    { low: 4, high: 5 },
    undefined,
  ]);
});
