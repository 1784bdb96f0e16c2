import { describe, expect, test } from 'vitest';
import { credentialsFrom, noCredentials } from '#server/core/access/credentials.ts';
import type { KeyPrincipal, UserPrincipal } from '#server/core/access/access.ts';
import { CREDENTIAL_UNKNOWN } from '#contract/calls.ts';
import type { Permission } from '#contract/permissions.ts';

const TABLET = { tabletId: 't1', albumIds: ['a1'] };
const KEY = { id: 'k1', name: 'Hall', use: 'kiosk', createdAt: 1, revokedAt: null, endsAt: null, ...TABLET } as const;
const KEY_PRINCIPAL: KeyPrincipal = { kind: 'key', keyId: 'k1', use: 'kiosk', ...TABLET };
const SHARE = { id: 's9', albumId: 'a1', mayUpload: null, maxBytes: 0, takenBytes: 0 };
const ADA: UserPrincipal = {
  kind: 'user',
  userId: 'ada',
  sessionId: 's1',
  permissions: ['photos:read'],
  albumIds: null,
};

interface World {
  revokedAt?: number | null;
  endsAt?: number | null;
  /** The number of reads of a key from the database. */
  asked?: { times: number };
  now?: () => number;
  /** The number of the last write. */
  accessVersion?: () => number;
  open?: boolean;
  permissions?: Permission[];
  albumIds?: string[] | null;
}

function credentials(world: World = {}) {
  const { revokedAt = null, endsAt = null, open = true, permissions = ['photos:read'], albumIds = null } = world;
  const { asked = { times: 0 }, now = () => 2, accessVersion = () => 1 } = world;
  const repositories: Parameters<typeof credentialsFrom>[0] = {
    keys: {
      find: async (key) => {
        asked.times += 1;
        return key === 'key' ? { ...KEY, revokedAt, endsAt } : undefined;
      },
      active: async (id) => (id === 'k1' && revokedAt === null ? KEY : undefined),
      list: async () => [{ ...KEY, revokedAt, endsAt: 9 }],
    },
    sessions: {
      find: async (token) => (token === 'token' && open ? { id: 's1', userId: 'ada', recheckAt: 9 } : undefined),
      isOpen: async (id) => id === 's1' && open,
    },
    users: { rightsOf: async (id) => ({ permissions: id === 'ada' ? permissions : ['admin'], albumIds }) },
    shares: {
      find: async (key) =>
        key === 'share' ? { state: 'open', share: { ...SHARE, seesAlbum: true } } : { state: 'over' },
      open: async (id) => (id === 's9' ? { ...SHARE, seesAlbum: false } : undefined),
      openWith: async () => undefined,
    },
  };
  return credentialsFrom(repositories, { accessVersion, now });
}

test('nobody gets in before a subject has said where its credentials are', async () => {
  const none = credentialsFrom(noCredentials(), { accessVersion: () => 1, now: () => 2 });
  expect(await none.ofKey('key')).toBeUndefined();
  expect(await none.codeOfKey('key')).toBe(CREDENTIAL_UNKNOWN);
  expect(await none.ofToken('token')).toBeUndefined();
  expect(await none.ofShare('share')).toEqual({ kind: 'ended share', why: 'unknown' });
  expect(await none.activeKeys()).toEqual(new Map());
  for (const principal of [KEY_PRINCIPAL, ADA, { ...KEY_PRINCIPAL, use: 'share' as const }])
    expect(await none.refresh(principal)).toBeUndefined();
  expect(await noCredentials().keys.list()).toEqual([]);
  expect(await noCredentials().sessions.isOpen('s1')).toBe(false);
  // An account without rights, should a session be known without them.
  expect(await noCredentials().users.rightsOf('ada')).toEqual({ permissions: [], albumIds: [] });
});

test('a visitor’s key opens its one album, or tells why it opens nothing', async () => {
  const visitor = { kind: 'key', keyId: 's9', use: 'share', tabletId: null, albumIds: ['a1'] };
  expect(await credentials().ofShare('share')).toEqual(visitor);
  expect(await credentials().ofShare('key')).toEqual({ kind: 'ended share', why: 'over' });
  // Looked at again: its maker has taken away meanwhile that visitors see the album, or has taken the link back.
  const known = { ...visitor, kind: 'key', use: 'share' } as const;
  expect(await credentials().refresh(known)).toEqual({ ...visitor, use: 'guest' });
  expect(await credentials().refresh({ ...known, keyId: 's1' })).toBeUndefined();
});

describe('a key', () => {
  test('stands for its use, its tablet and the albums that this may see', async () => {
    expect(await credentials().ofKey('key')).toEqual(KEY_PRINCIPAL);
  });

  test.each([
    ['for as long as nobody writes', null, 1],
    ['until its end at the latest', 9, 2],
  ])('is remembered %s', async (_how, endsAt, times) => {
    const asked = { times: 0 };
    let time = 2;
    const known = credentials({ endsAt, asked, now: () => time });
    for (time of [2, 8, 9]) expect(await known.ofKey('key')).toEqual(KEY_PRINCIPAL);
    expect(asked.times).toBe(times);
  });

  test('that is unknown or revoked stands for nobody', async () => {
    expect(await credentials().ofKey('other')).toBeUndefined();
    expect(await credentials({ revokedAt: 5 }).ofKey('key')).toBeUndefined();
    expect(await credentials({ revokedAt: 0 }).ofKey('key')).toBeUndefined();
  });

  test('that was revoked is told from one that was never known', async () => {
    expect(await credentials({ revokedAt: 5 }).codeOfKey('key')).toBe('credential-refused');
    expect(await credentials({ revokedAt: 5 }).codeOfKey('other')).toBe('credential-unknown');
  });

  test('is gone for an open connection, too, once it is revoked', async () => {
    expect(await credentials().refresh(KEY_PRINCIPAL)).toEqual(KEY_PRINCIPAL);
    expect(await credentials({ revokedAt: 5 }).refresh(KEY_PRINCIPAL)).toBeUndefined();
    expect(await credentials().refresh({ ...KEY_PRINCIPAL, keyId: 'k2' })).toBeUndefined();
  });

  test('is among the active ones, with its end, until it is revoked', async () => {
    expect(await credentials().activeKeys()).toEqual(new Map([['k1', { principal: KEY_PRINCIPAL, endsAt: 9 }]]));
    expect(await credentials({ revokedAt: 5 }).activeKeys()).toEqual(new Map());
  });
});

describe('a token', () => {
  test('stands for its person, with the permissions of now', async () => {
    expect(await credentials().ofToken('token')).toEqual(ADA);
    expect(await credentials({ permissions: [] }).ofToken('token')).toEqual({ ...ADA, permissions: [] });
  });

  test('that is unknown or expired stands for nobody', async () => {
    expect(await credentials().ofToken('other')).toBeUndefined();
    expect(await credentials({ open: false }).ofToken('token')).toBeUndefined();
  });

  test('keeps an open connection up to date, until its session ends', async () => {
    const rights = { permissions: ['admin' as const], albumIds: ['a1'] };
    expect(await credentials(rights).refresh(ADA)).toEqual({ ...ADA, ...rights });
    expect(await credentials({ open: false }).refresh(ADA)).toBeUndefined();
  });
});
