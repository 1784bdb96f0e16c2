import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { areInNameOrder, withMoved, withReturned } from '#domain/curation/manualOrder.ts';

const KEYS = ['a', 'b', 'c', 'd', 'e'];
const moved = (moving: string, place: number) => withMoved(KEYS, new Set(moving), place).join('');

describe('moving', () => {
  test.each([
    ['a', 2, 'bacde'],
    ['a', 5, 'bcdea'],
    ['e', 0, 'eabcd'],
    ['c', 2, 'abcde'],
    ['c', 3, 'abcde'],
    ['bd', 0, 'bdace'],
    ['bd', 3, 'acbde'],
    ['bd', 5, 'acebd'],
    ['abcde', 2, 'abcde'],
  ])('%s before place %d makes %s', (moving, place, result) => expect(moved(moving, place)).toBe(result));

  test('never loses or doubles anything, and keeps the order of what stays and of what moves', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string()), fc.func(fc.boolean()), fc.nat(20), (keys, isMoving, place) => {
        const moving = new Set(keys.filter((key) => isMoving(key)));
        const result = withMoved(keys, moving, place);
        expect([...result].sort()).toEqual([...keys].sort());
        expect(result.filter((key) => moving.has(key))).toEqual(keys.filter((key) => moving.has(key)));
        expect(result.filter((key) => !moving.has(key))).toEqual(keys.filter((key) => !moving.has(key)));
      }),
    );
  });
});

test.each([
  ['abdec', 'abcde', 'c', 'abcde'],
  ['bcdea', 'abcde', 'a', 'abcde'],
  ['aebcd', 'abcde', 'bcd', 'abcde'],
  // Somebody else has moved and added others meanwhile.
  ['edxabc', 'abcde', 'bc', 'edxabc'],
  ['edxacb', 'abcde', 'bc', 'edxabc'],
  // Its neighbour is gone too.
  ['adc', 'abcd', 'c', 'acd'],
  ['adc', 'ad', 'c', 'adc'],
])('%s, which was %s before %s went, becomes %s', (...[now, before, returned, result]) => {
  expect(withReturned(now.split(''), before.split(''), new Set(returned)).join('')).toBe(result);
});

test.each([
  [[], true],
  [['b'], true],
  [['album 2', 'Album 10', 'Élan', 'zoo'], true],
  [['a', 'A'], true],
  [['Album 10', 'album 2'], false],
])('%j in the order of names: %s', (names, isInOrder) => expect(areInNameOrder(names)).toBe(isInOrder));
