import { expect, test } from 'vitest';
import { isRecord, textOf } from '#domain/records.ts';

test('a record is an object with names, not a list, nothing or a plain value', () => {
  expect([{}, { name: 'x' }, Object.create(null)].map(isRecord)).toEqual([true, true, true]);
  expect([null, undefined, [], ['x'], 'text', 3, true, () => undefined].some(isRecord)).toBe(false);
});

test("a record's text is empty unless it is a text", () => {
  expect(textOf({ name: 'Ada' }, 'name')).toBe('Ada');
  expect([{}, { name: null }, { name: 3 }, { name: ['Ada'] }].map((record) => textOf(record, 'name'))).toEqual([
    '',
    '',
    '',
    '',
  ]);
});
