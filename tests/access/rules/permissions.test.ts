import { describe, expect, it } from 'vitest';
import { isPermission, mayPass } from '#domain/access/permissions.ts';

describe('mayPass', () => {
  it('always lets admin through', () => {
    expect(mayPass(['admin'], ['photos:write'])).toBe(true);
    expect(mayPass(['admin'], [])).toBe(true);
  });

  it('admits anyone signed in where nothing is required', () => {
    expect(mayPass([], [])).toBe(true);
  });

  it('wants at least one of the required permissions', () => {
    expect(mayPass(['photos:read'], ['photos:read', 'photos:write'])).toBe(true);
    expect(mayPass(['photos:read'], ['photos:write'])).toBe(false);
    expect(mayPass([], ['photos:read'])).toBe(false);
  });

  it('does not take admin for granted where admin is required', () => {
    expect(mayPass(['photos:read', 'photos:write'], ['admin'])).toBe(false);
  });
});

describe('isPermission', () => {
  it('knows exactly the three', () => {
    expect(['admin', 'photos:read', 'photos:write'].every(isPermission)).toBe(true);
    expect(['', 'Admin', 'photos', 'photos:delete', null, 1].some(isPermission)).toBe(false);
  });
});
