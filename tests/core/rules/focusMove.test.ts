import { expect, test } from 'vitest';
import { isArrowKey, nextBox } from '#domain/focusMove.ts';

type ArrowKey = Parameters<typeof nextBox>[0];

const box = (left: number, top: number, { width = 100, height = 100 } = {}) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});
const BUTTON = { width: 80, height: 40 };

// A bar with two buttons, then two rows of cards, the second with a single one.
const BACK = box(0, 0, BUTTON);
const START = box(320, 0, BUTTON);
const CARDS = [box(0, 60), box(150, 60), box(300, 60), box(0, 200)];
const ALL = [BACK, START, ...CARDS];
const NAMES = ['back', 'start', 'first', 'second', 'third', 'below'];

test.each<[string, ArrowKey, string | undefined]>([
  ['first', 'ArrowRight', 'second'],
  ['second', 'ArrowRight', 'third'],
  ['third', 'ArrowRight', undefined],
  ['third', 'ArrowLeft', 'second'],
  ['third', 'ArrowUp', 'start'],
  ['first', 'ArrowUp', 'back'],
  ['first', 'ArrowDown', 'below'],
  ['third', 'ArrowDown', 'below'],
  ['below', 'ArrowUp', 'first'],
  ['back', 'ArrowRight', 'start'],
  ['start', 'ArrowDown', 'third'],
])('from the %s one %s leads to the %s', (name, key, next) => {
  const at = NAMES.indexOf(name);
  const others = ALL.filter((_, index) => index !== at);
  const index = nextBox(key, ALL[at] ?? box(0, 0), others);
  expect(index === undefined ? undefined : NAMES.filter((_, place) => place !== at)[index]).toBe(next);
});

test('a box that covers the screen leads to one within it', () => {
  expect(nextBox('ArrowUp', box(0, 0, { width: 1_000, height: 600 }), [BACK])).toBe(0);
  expect(nextBox('ArrowDown', box(0, 0, { width: 1_000, height: 600 }), [BACK])).toBeUndefined();
});

test('of two boxes ahead the one more nearly ahead is next, and of two alike the first', () => {
  const from = box(0, 0);
  const down = (...boxes: ReturnType<typeof box>[]) => nextBox('ArrowDown', from, boxes);
  expect(down(box(30, 200), box(0, 200))).toBe(1);
  expect(down(box(0, 200), box(0, 200))).toBe(0);
  // Beside the way by 20 pixels counts as 60 more of them; within it, 50 off the middle as 5.
  expect(down(box(120, 200), box(0, 250))).toBe(1);
  expect(down(box(120, 200), box(0, 300))).toBe(0);
  expect(down(box(50, 200), box(0, 204))).toBe(1);
  expect(down(box(50, 200), box(0, 206))).toBe(0);
  expect(down(box(0, 1))).toBe(0);
});

test('only the four arrows are arrow keys', () => {
  expect(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'].every(isArrowKey)).toBe(true);
  expect(['Tab', 'Enter', 'a', 'toString'].filter(isArrowKey)).toEqual([]);
});
