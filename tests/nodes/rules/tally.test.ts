import { array, assert, double, nat, property } from 'fast-check';
import { expect, test } from 'vitest';
import { addTo, EMPTY_TALLY, tallyOf, type Tally } from '#domain/nodes/historySteps.ts';

function sumOf(tallies: readonly Readonly<Tally>[]): Tally {
  const sum = { ...EMPTY_TALLY };
  for (const tally of tallies) addTo(sum, tally);
  return sum;
}

test('heartbeats are counted, and of the brightness lowest, highest and mean are kept', () => {
  expect(sumOf([tallyOf(1, 10), tallyOf(1), tallyOf(0, 40), tallyOf(1, 10)])).toEqual({
    heartbeats: 3,
    minutes: 0,
    readings: 3,
    mean: 20,
    low: 10,
    high: 40,
  });
});

test('nothing heard has no brightness', () => expect(sumOf([tallyOf(2), EMPTY_TALLY])).toEqual(tallyOf(2)));

test('it does not matter in which pieces the readings are added', () => {
  const readings = array(double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 2 });
  assert(
    property(readings, nat(), (values, cut) => {
      const tallies = values.map((value) => tallyOf(1, value));
      const at = cut % values.length;
      const whole = sumOf(tallies);
      const pieces = sumOf([sumOf(tallies.slice(0, at)), sumOf(tallies.slice(at))]);
      expect({ ...pieces, mean: 0 }).toEqual({ ...whole, mean: 0 });
      expect(pieces.mean).toBeCloseTo(whole.mean ?? NaN, 4);
    }),
  );
});

test('the greatest readings have a mean', () => {
  const sum = tallyOf(1, Number.MAX_VALUE);
  addTo(sum, tallyOf(1, Number.MAX_VALUE));
  expect(sum.mean).toBe(Number.MAX_VALUE);
});
