import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { inOrder, permissionNamed } from '#server/users/personFields.ts';
import { PERMISSIONS } from '#contract/permissions.ts';

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
      const ordered = inOrder(given);
      expect(new Set(ordered)).toEqual(new Set(given));
      expect(ordered).toEqual(PERMISSIONS.filter((permission) => ordered.includes(permission)));
    }),
  );
});
