import { expect, test } from 'vitest';
import { madeText, madeWithoutRight } from '../../../../src/domain/access/madeText.ts';

test.each([
  [{ tablets: 1, shares: 0 }, '1 tablet'],
  [{ tablets: 2, shares: 1 }, '2 tablets and 1 shared link'],
  [{ tablets: 0, shares: 3 }, '3 shared links'],
])('%o reads %s', (made, text) => {
  expect(madeText(made)).toBe(text);
});

test('tablets are made by admins, shares by whoever looks after photos', () => {
  const made = { tablets: 1, shares: 2 };
  expect(madeWithoutRight(made, ['admin'])).toBeUndefined();
  expect(madeWithoutRight(made, ['photos:write'])).toEqual({ tablets: 1, shares: 0 });
  expect(madeWithoutRight(made, ['photos:read'])).toEqual(made);
  expect(madeWithoutRight({ tablets: 0, shares: 2 }, ['photos:write'])).toBeUndefined();
  expect(madeWithoutRight(undefined, [])).toBeUndefined();
});
