import { expect, test } from 'vitest';
import type { Permission } from '#contract/permissions.ts';
import { albumRights } from '#domain/users/albumRights.ts';

const rightsOf = (permissions: Permission[], albumIds: string[] | null) => {
  const { isFixed, ...rights } = albumRights({ permissions, albumIds });
  return { ...rights, fixed: ['a', 'b'].filter((id) => isFixed({ id })) };
};

test('whoever sees all albums changes all of them, with the permission', () => {
  expect(rightsOf(['photos:write'], null)).toEqual({
    mayWrite: true,
    isRestricted: false,
    mayChangeTop: true,
    fixed: [],
  });
  expect(rightsOf(['photos:read'], null)).toMatchObject({ mayWrite: false, mayChangeTop: false });
});

test('whoever has a list changes neither its albums themselves nor the top level', () => {
  expect(rightsOf(['photos:write'], ['a'])).toEqual({
    mayWrite: true,
    isRestricted: true,
    mayChangeTop: false,
    fixed: ['a'],
  });
});

test('an admin changes all, whatever a list says', () => {
  expect(rightsOf(['admin'], ['a'])).toMatchObject({ isRestricted: false, mayChangeTop: true, fixed: [] });
});
