import { expect, test } from 'vitest';
import { boxHeadAt } from '#domain/clips/boxHead.ts';

const letters = (text: string) => [...Buffer.from(text)];
const viewOf = (...bytes: number[]) => new DataView(Uint8Array.from(bytes).buffer);

test('a box of nothing but its head is one', () => {
  expect(boxHeadAt(viewOf(0, 0, 0, 8, ...letters('free')), 0)).toEqual({ name: 'free', headBytes: 8, bytes: 8 });
});

test('a size of 0 is left to the reader: to the end of the file', () => {
  expect(boxHeadAt(viewOf(0, 0, 0, 0, ...letters('mdat'), 7, 7), 0)).toEqual({ name: 'mdat', headBytes: 8, bytes: 0 });
});

test('a size of 1 stands for the 64 bits after the name', () => {
  const long = [0, 0, 0, 1, ...letters('mdat'), 0, 0, 0, 2, 0, 0, 0, 3];
  expect(boxHeadAt(viewOf(9, 9, ...long), 2)).toEqual({ name: 'mdat', headBytes: 16, bytes: 2 * 2 ** 32 + 3 });
});

test.each([
  ['before the name is whole', [0, 0, 0, 8, ...letters('fre')]],
  ['within the 64 bits', [0, 0, 0, 1, ...letters('mdat'), 0, 0, 0, 2, 0, 0, 0]],
])('bytes that end %s are no head', (_where, bytes) => {
  expect(boxHeadAt(viewOf(...bytes), 0)).toBeUndefined();
});
