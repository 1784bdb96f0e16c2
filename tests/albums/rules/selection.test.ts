import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  extendedByStep,
  extendedTo,
  NOTHING_SELECTED,
  selectedOf,
  type Selection,
  stillShown,
  toggled,
  withAll,
} from '#domain/albums/selection.ts';

const SHOWN = ['a', 'b', 'c', 'd', 'e', 'f'];
const keysOf = ({ keys }: Selection) => [...keys].sort().join('');
const select = (...keys: string[]) => keys.reduce(toggled, NOTHING_SELECTED);

const steps = (selection: Selection, ...path: string[]) =>
  path.slice(1).reduce((now, to, at) => extendedByStep(now, { from: path[at] ?? '', to }, SHOWN), selection);

describe('one by one', () => {
  test('a press selects, another one unselects', () => {
    expect(keysOf(select('a', 'c'))).toBe('ac');
    expect(keysOf(select('a', 'c', 'a'))).toBe('c');
  });

  test('what was selected before stays as it was', () => {
    const before = select('a');
    toggled(before, 'b');
    expect(keysOf(before)).toBe('a');
  });
});

describe('a range', () => {
  test.each([
    ['b', 'e', 'bcde'],
    ['e', 'b', 'bcde'],
    ['c', 'c', 'c'],
  ])('from %s to %s is %s', (from, to, selected) => {
    expect(keysOf(extendedTo(select(from), to, SHOWN))).toBe(selected);
  });

  test('that is drawn anew replaces the one before it, and nothing else', () => {
    const wide = extendedTo(select('f', 'b'), 'e', SHOWN);
    expect(keysOf(wide)).toBe('bcdef');
    expect(keysOf(extendedTo(wide, 'c', SHOWN))).toBe('bcf');
    expect(keysOf(extendedTo(wide, 'a', SHOWN))).toBe('abf');
  });

  test('begins where something was unselected too', () => {
    expect(keysOf(extendedTo(select('b', 'e', 'b'), 'c', SHOWN))).toBe('bce');
  });

  test('without a beginning is the thing alone, from which the next one is drawn', () => {
    const alone = extendedTo(NOTHING_SELECTED, 'c', SHOWN);
    expect(keysOf(alone)).toBe('c');
    expect(keysOf(extendedTo(alone, 'd', SHOWN))).toBe('cd');
  });

  test('to something that is not shown changes nothing', () => {
    const before = select('b');
    expect(extendedTo(before, 'z', SHOWN)).toBe(before);
  });

  test('from something that is not shown any more is the thing alone', () => {
    expect(keysOf(extendedTo(select('z'), 'c', SHOWN))).toBe('cz');
  });
});

describe('by keyboard', () => {
  test('the range grows and shrinks with the steps', () => {
    expect(keysOf(steps(NOTHING_SELECTED, 'b', 'c', 'd'))).toBe('bcd');
    expect(keysOf(steps(NOTHING_SELECTED, 'b', 'c', 'd', 'c'))).toBe('bc');
    expect(keysOf(steps(NOTHING_SELECTED, 'b', 'c', 'b', 'a'))).toBe('ab');
  });

  test('goes on from the thing that was selected last', () => {
    expect(keysOf(steps(select('b'), 'b', 'c'))).toBe('bc');
  });

  test('a range that begins elsewhere keeps what is selected', () => {
    expect(keysOf(steps(select('a'), 'd', 'e'))).toBe('ade');
    expect(keysOf(steps(select('a'), 'd', 'e', 'd'))).toBe('ad');
  });
});

describe('all, and what is left', () => {
  test('all is what is shown', () => {
    expect(keysOf(withAll(select('b'), SHOWN))).toBe('abcdef');
    expect(keysOf(withAll(NOTHING_SELECTED, []))).toBe('');
  });

  test('what is not shown any more is not selected any more', () => {
    const all = extendedTo(select('b'), 'd', SHOWN);
    const left = stillShown(all, ['a', 'c', 'd']);
    expect(keysOf(left)).toBe('cd');
    // The range began at something that has gone.
    expect(keysOf(extendedTo(left, 'a', ['a', 'c', 'd']))).toBe('a');
  });

  test('a range goes on from where it begins when something else has gone', () => {
    const range = extendedTo(select('b'), 'd', SHOWN);
    const left = stillShown(range, ['a', 'b', 'd', 'e', 'f']);
    expect(left).toMatchObject({ anchor: 'b', head: 'd' });
    expect(keysOf(extendedByStep(left, { from: 'd', to: 'e' }, ['a', 'b', 'd', 'e', 'f']))).toBe('bde');
  });

  test('where a range began or ended is forgotten once it has gone, although nothing is selected', () => {
    const none = select('b', 'b');
    expect(stillShown(none, ['a', 'c'])).toMatchObject({ anchor: undefined, head: undefined });
    const ended = { ...NOTHING_SELECTED, head: 'b' };
    expect(stillShown(ended, ['a', 'c']).head).toBeUndefined();
    expect(stillShown({ ...ended, anchor: 'a' }, ['a', 'c'])).toMatchObject({ anchor: 'a', head: undefined });
  });

  test('the selection is the same object when no photo has gone', () => {
    const all = extendedTo(select('b'), 'd', SHOWN);
    expect(stillShown(all, SHOWN)).toBe(all);
    expect(stillShown(NOTHING_SELECTED, [])).toBe(NOTHING_SELECTED);
  });

  test('the selected things come in the order shown', () => {
    const things = SHOWN.map((name) => ({ name }));
    const chosen = selectedOf(things, select('e', 'a').keys, ({ name }) => name);
    expect(chosen.map(({ name }) => name)).toEqual(['a', 'e']);
    expect(selectedOf(things, new Set(), ({ name }) => name)).toEqual([]);
  });
});

const key = fc.constantFrom(...SHOWN);
const step = fc.oneof(
  key.map((to) => (before: Selection) => toggled(before, to)),
  key.map((to) => (before: Selection) => extendedTo(before, to, SHOWN)),
  fc.tuple(key, key).map(
    ([from, to]) =>
      (before: Selection) =>
        extendedByStep(before, { from, to }, SHOWN),
  ),
  fc.constant((before: Selection) => withAll(before, SHOWN)),
  fc.subarray(SHOWN).map((shown) => (before: Selection) => stillShown(before, shown)),
);

test('any keys and clicks select only shown photos, and a range includes both ends', () => {
  fc.assert(
    fc.property(fc.array(step), key, key, (path, from, to) => {
      const before = path.reduce((selection, next) => next(selection), NOTHING_SELECTED);
      expect([...before.keys].every((one) => SHOWN.includes(one))).toBe(true);
      const begun = toggled(before, from);
      const range = extendedTo(begun, to, SHOWN);
      const [first, last] = [SHOWN.indexOf(from), SHOWN.indexOf(to)].sort((one, other) => one - other);
      for (const [index, one] of SHOWN.entries()) {
        const isInRange = index >= (first ?? 0) && index <= (last ?? 0);
        expect(range.keys.has(one)).toBe(isInRange || begun.keys.has(one));
      }
      // Drawn back to its beginning, a range leaves nothing behind.
      const back = extendedTo(range, from, SHOWN);
      expect(keysOf({ ...back, keys: new Set([...back.keys].filter((one) => one !== from)) })).toBe(
        keysOf({ ...begun, keys: new Set([...begun.keys].filter((one) => one !== from)) }),
      );
    }),
  );
});
