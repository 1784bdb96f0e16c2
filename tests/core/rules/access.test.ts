import { describe, expect, test } from 'vitest';
import {
  ADMINS,
  type Access,
  isForAllAlbums,
  isShare,
  keyOf,
  KIOSKS,
  personOf,
  PHOTO_PEOPLE,
  PHOTO_READERS,
  PHOTO_VIEWERS,
  PHOTO_WRITERS,
  type Principal,
  SHARES_ONLY,
  SIGNED_IN,
  tabletOf,
  visibleAlbums,
} from '#server/core/access/access.ts';

const ADA: Principal = { kind: 'user', userId: 'ada', sessionId: 's1', permissions: ['photos:read'], albumIds: null };
const HALL: Principal = { kind: 'key', keyId: 'k1', use: 'kiosk', tabletId: 't1', albumIds: ['holidays'] };
const LAMP: Principal = { kind: 'key', keyId: 'k2', use: 'node', tabletId: null, albumIds: null };

describe('whom the routes are for', () => {
  test.each([
    ['reading photos', PHOTO_READERS, ['kiosk'], ['photos:read', 'photos:write']],
    ['seeing the photos of an album', PHOTO_VIEWERS, ['kiosk', 'share'], ['photos:read', 'photos:write']],
    ["what a visitor's page asks", SHARES_ONLY, ['share', 'guest'], null],
    ['what only people may ask about photos', PHOTO_PEOPLE, [], ['photos:read', 'photos:write']],
    ['changing photos', PHOTO_WRITERS, [], ['photos:write']],
    ['what a tablet tells of itself', KIOSKS, ['kiosk'], null],
    ['managing the place', ADMINS, [], ['admin']],
    ['what anybody signed in may do', SIGNED_IN, [], []],
  ])('%s', (_what, access, ...[keys, permissions]) => {
    expect(access).toEqual({ keys, permissions });
  });
});

test.each<[Access, boolean]>([
  ['public', true],
  [ADMINS, true],
  [{ keys: ['node'], permissions: ['admin'] }, true],
  [{ keys: ['node', 'kiosk'], permissions: ['admin'] }, false],
  [{ keys: [], permissions: ['admin', 'photos:read'] }, false],
  [KIOSKS, false],
  [SHARES_ONLY, false],
  [PHOTO_READERS, false],
  [SIGNED_IN, false],
  [{ keys: ['node'], permissions: null }, true],
])('a route for %j needs no scope, since all who may use it see all albums: %j', (access, expected) => {
  expect(isForAllAlbums(access)).toBe(expected);
});

describe('the principal of a request', () => {
  test('is a visitor’s where it is a key of a share or of a guest', () => {
    const uses = ['share', 'guest', 'kiosk', 'node'] as const;
    expect(uses.filter((use) => isShare({ ...LAMP, use }))).toEqual(['share', 'guest']);
    expect(isShare(ADA)).toBe(false);
  });

  test('is a person where only people get in; a key there is an error of the server', () => {
    expect(personOf({ principal: ADA })).toBe(ADA);
    expect(() => personOf({ principal: HALL })).toThrow('This route is for people, and a key got in');
  });

  test('is a key where only keys get in; a person there is an error of the server', () => {
    expect(keyOf({ principal: HALL })).toBe(HALL);
    expect(() => keyOf({ principal: ADA })).toThrow('This route is for keys, and a person got in');
  });

  test('is a tablet where only tablets get in; the key of a node there is an error of the server', () => {
    expect(tabletOf({ principal: HALL })).toBe('t1');
    expect(() => tabletOf({ principal: LAMP })).toThrow('This route is for tablets, and another key got in');
  });

  test('sees the albums of its key, and a person those of the list', () => {
    expect(visibleAlbums({ principal: HALL })).toEqual(['holidays']);
    expect(visibleAlbums({ principal: LAMP })).toBeNull();
    expect(visibleAlbums({ principal: ADA })).toBeNull();
    expect(visibleAlbums({ principal: { ...ADA, albumIds: ['a1'] } })).toEqual(['a1']);
  });
});
