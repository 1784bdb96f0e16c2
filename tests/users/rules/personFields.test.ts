import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { PERMISSIONS } from '#contract/permissions.ts';
import {
  checkedEmail,
  checkedPersonName,
  permissionsInOrder,
  namesFrom,
  permissionNamed,
} from '#server/users/personFields.ts';

test('a permission is one of those there are, and a refusal names them', () => {
  expect(PERMISSIONS.map((permission) => permissionNamed(permission))).toEqual(PERMISSIONS);
  for (const wrong of ['Admin', 'photos', '']) {
    expect(() => permissionNamed(wrong)).toThrow(
      `There is no permission "${wrong}", only admin, photos:read, photos:write`,
    );
  }
  expect(() => permissionNamed()).toThrow('There is no permission "", only');
});

test('permissions come in one order and each once, however they were given', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PERMISSIONS)), (given) => {
      const ordered = permissionsInOrder(given);
      expect(new Set(ordered)).toEqual(new Set(given));
      expect(ordered).toEqual(PERMISSIONS.filter((permission) => ordered.includes(permission)));
    }),
  );
});

test('a name has no needless spaces, and at least one and at most 80 characters', () => {
  expect(checkedPersonName('  Ada \t\n Lovelace ')).toBe('Ada Lovelace');
  expect(checkedPersonName('x'.repeat(80))).toHaveLength(80);
  expect(() => checkedPersonName('x'.repeat(81))).toThrow('A name may have 80 characters at most');
  for (const empty of ['', ' \n ']) expect(() => checkedPersonName(empty)).toThrow('Please give a name');
});

test.each([
  ['Ada', { firstName: 'Ada', lastName: '' }],
  [' Ada  Lovelace', { firstName: 'Ada', lastName: 'Lovelace' }],
  ['Ludwig van Beethoven', { firstName: 'Ludwig', lastName: 'van Beethoven' }],
])('%j is the name %j', (text, names) => {
  expect(namesFrom(text)).toEqual(names);
});

test('an address is one of e-mail or none at all', () => {
  expect([checkedEmail(), checkedEmail(''), checkedEmail('  ')]).toEqual([null, null, null]);
  expect(checkedEmail(' ada@example.org ')).toBe('ada@example.org');
  expect(() => checkedEmail(' ada ')).toThrow('"ada" is no e-mail address');
});
