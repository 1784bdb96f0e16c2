import type { KyselyPlugin } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type KeyRepository, keyRepository } from '#server/auth/keys/keyRepository.ts';
import { addKey, addTablet, keepNameFree, revokeKeysOf } from '#server/auth/keys/tabletKeyQueries.ts';
import { openTestDatabase, type TestDatabase } from '#support/server/testDatabase.ts';

let database: TestDatabase;
let keys: KeyRepository;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await database.empty('api_keys', 'tablets');
  keys = keyRepository(database.db, database.now);
});
afterAll(() => database.close());

test('a key is found by itself alone, with its name and use and without its hash', async () => {
  const key = await keys.create('Hall', 'kiosk');
  await keys.create('Lamp', 'node');
  const found = await keys.find(key);
  expect(found).toEqual({
    id: expect.any(String),
    name: 'Hall',
    use: 'kiosk',
    createdAt: database.now(),
    revokedAt: null,
    endsAt: null,
    tabletId: expect.any(String),
    albumIds: null,
    isUseWritten: true,
  });
  for (const wrong of ['', key.slice(1), `${key}0`, key.toUpperCase()]) expect(await keys.find(wrong)).toBeUndefined();
});

test('a revoked key is known as revoked, and is active no more', async () => {
  const key = await keys.create('Hall', 'kiosk');
  const { id = '' } = (await keys.find(key)) ?? {};
  expect(await keys.active(id)).toMatchObject({ id, revokedAt: null });
  database.advance(1_000);
  expect(await keys.revoke('Hall')).toBe(true);
  expect(await keys.active(id)).toBeUndefined();
  expect(await keys.find(key)).toMatchObject({ revokedAt: database.now() });
  expect(await keys.active('made-up')).toBeUndefined();
});

test('a revocation is of one name, and of a key that is active', async () => {
  const other = await keys.create('Lamp', 'node');
  expect(await keys.revoke('Hall')).toBe(false);
  await keys.create('Hall', 'kiosk');
  expect(await keys.revoke('Hall')).toBe(true);
  const revokedAt = database.now();
  database.advance(1_000);
  expect(await keys.revoke('Hall')).toBe(false);
  expect(await keys.list()).toMatchObject([
    { name: 'Lamp', revokedAt: null },
    { name: 'Hall', revokedAt },
  ]);
  expect(await keys.find(other)).toMatchObject({ revokedAt: null });
});

test('a name stands for one active key at a time', async () => {
  const first = await keys.create('Hall', 'kiosk');
  await expect(keys.create('Hall', 'node')).rejects.toMatchObject({
    status: 409,
    message: 'There is an active key named "Hall" already',
  });
  await keys.create('Lamp', 'node');
  await keys.revoke('Hall');
  const second = await keys.create('Hall', 'kiosk');
  expect(second).not.toBe(first);
  expect((await keys.list()).map(({ name }) => name).sort()).toEqual(['Hall', 'Hall', 'Lamp']);
});

/** A tablet whose first key is in use, and a second key for it that was not used yet. */
async function tabletWithTwoKeys() {
  const first = await keys.create('Hall', 'kiosk');
  const { tabletId = null } = (await keys.find(first)) ?? {};
  const second = await addKey(database.db, { name: 'Hall', use: 'kiosk', tabletId, now: database.now() });
  return { tabletId: tabletId ?? '', first, second };
}

const isRevoked = async (key: string) => (await keys.find(key))?.revokedAt !== null;

test('only a kiosk’s key gets a tablet', async () => {
  const found = await keys.find(await keys.create('Lamp', 'node'));
  expect(found).toMatchObject({ use: 'node', tabletId: null });
  expect(await database.db.selectFrom('tablets').selectAll().execute()).toEqual([]);
});

test('a new tablet sees all albums for ever, and has no settings of its own', async () => {
  await keys.create('Hall', 'kiosk');
  const tablets = await database.db.selectFrom('tablets').selectAll().execute();
  expect(tablets).toMatchObject([{ name: 'Hall', album_ids: null, expires_at: null, settings: '{}' }]);
});

test('the first use of a tablet’s new key ends its older one, and the server wants no new key any more', async () => {
  const { tabletId, first, second } = await tabletWithTwoKeys();
  await database.db.updateTable('tablets').set({ key_wanted_at: 1 }).where('id', '=', tabletId).execute();
  database.advance(1_000);
  expect(await isRevoked(first)).toBe(false);
  expect(await isRevoked(second)).toBe(false);
  expect(await keys.find(first)).toMatchObject({ revokedAt: database.now() });
  const tablet = await database.db.selectFrom('tablets').selectAll().executeTakeFirst();
  expect(tablet).toMatchObject({ key_wanted_at: null });
});

test('later uses of a key write nothing', async () => {
  const { tabletId, first } = await tabletWithTwoKeys();
  const firstUse = database.now();
  await database.db.updateTable('tablets').set({ key_wanted_at: 1 }).where('id', '=', tabletId).execute();
  database.advance(1_000);
  await keys.find(first);
  const tablet = await database.db.selectFrom('tablets').selectAll().executeTakeFirst();
  expect(tablet, 'a key that is long in use is not the new one').toMatchObject({ key_wanted_at: 1 });
  const used = await database.db.selectFrom('api_keys').select('used_at').where('used_at', 'is not', null).execute();
  expect(used).toEqual([{ used_at: firstUse }]);
});

test('a revoked key that is tried ends no other', async () => {
  const { tabletId, first, second } = await tabletWithTwoKeys();
  await database.db.updateTable('api_keys').set({ revoked_at: 1 }).where('used_at', 'is', null).execute();
  expect(await isRevoked(second)).toBe(true);
  expect(await isRevoked(first)).toBe(false);
  expect(tabletId).not.toBe('');
});

describe('a first use', () => {
  let updates: number;
  let failure: Error | undefined;
  let held: Promise<void> | undefined;
  let isHeld: () => void;
  beforeEach(() => {
    [updates, failure, held] = [0, undefined, undefined];
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => {
        if (node.kind !== 'UpdateQueryNode') return node;
        updates += 1;
        if (failure) throw failure;
        return node;
      },
      transformResult: async ({ result }) => {
        if (held && updates > 0) isHeld();
        await (updates > 0 && held);
        return result;
      },
    };
    keys = keyRepository(database.db.withPlugin(plugin), database.now);
  });
  afterEach(() => void vi.useRealTimers());

  test('is written once for all that look at the same time, and known as written from then on', async () => {
    const { first, second } = await tabletWithTwoKeys();
    await keys.find(first);
    updates = 0;
    await keys.find(second);
    const once = updates;
    expect(once).toBeGreaterThan(0);
    const third = await keys.create('Porch', 'kiosk');
    updates = 0;
    const found = await Promise.all([keys.find(third), keys.find(third), keys.find(third)]);
    expect(found).toMatchObject([{ isUseWritten: true }, { isUseWritten: true }, { isUseWritten: true }]);
    expect(updates).toBe(once);
    expect(await keys.find(third)).toMatchObject({ isUseWritten: true });
    expect(updates).toBe(once);
  });

  test('that a full disk keeps from being written lets the wall read, and is tried again by the next', async () => {
    const { first, second } = await tabletWithTwoKeys();
    failure = Object.assign(new Error('full'), { code: 'ENOSPC' });
    expect(await keys.find(second)).toMatchObject({ revokedAt: null, isUseWritten: false });
    expect(await keys.find(first)).toMatchObject({ revokedAt: null });
    failure = undefined;
    expect(await keys.find(second)).toMatchObject({ isUseWritten: true });
    expect(await isRevoked(first)).toBe(true);
  });

  test('that fails for another reason is an error', async () => {
    const key = await keys.create('Hall', 'kiosk');
    failure = new Error('A mistake in the code');
    await expect(keys.find(key)).rejects.toThrow('A mistake in the code');
  });

  test('keeps no wall waiting for longer than a moment', async () => {
    const key = await keys.create('Hall', 'kiosk');
    const begun = new Promise<void>((resolve) => {
      isHeld = resolve;
    });
    let release: (() => void) | undefined;
    held = new Promise((resolve) => {
      release = resolve;
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const found = keys.find(key);
    await begun;
    await vi.advanceTimersByTimeAsync(300);
    expect(await found).toMatchObject({ revokedAt: null, isUseWritten: false });
    release?.();
    vi.useRealTimers();
    await expect.poll(async () => (await keys.find(key))?.isUseWritten).toBe(true);
  });
});

test('the use of a node’s key ends no other', async () => {
  const lamp = await keys.create('Lamp', 'node');
  await keys.create('Door', 'node');
  expect(await isRevoked(lamp)).toBe(false);
  const rows = await database.db.selectFrom('api_keys').select(['name', 'used_at']).execute();
  expect(rows).toEqual(expect.arrayContaining([{ name: 'Lamp', used_at: null }]));
});

test('a key ends at the very millisecond at which the time of its tablet ends, and is told as ended then', async () => {
  const endsAt = database.now() + 1_000;
  await addTablet(database.db, { id: 't1', name: 'Guests', now: 0, albumIds: ['a', 'b'], expiresAt: endsAt });
  const key = await addKey(database.db, { name: 'Guests', use: 'kiosk', tabletId: 't1', now: 0 });
  database.advance(999);
  expect(await keys.find(key)).toMatchObject({ revokedAt: null, endsAt, albumIds: ['a', 'b'] });
  database.advance(1);
  expect(await keys.find(key)).toMatchObject({ revokedAt: endsAt, endsAt });
});

test('of the stored albums only texts count, and a list that is none is an error rather than all albums', async () => {
  const { first } = await tabletWithTwoKeys();
  const tablets = database.db.updateTable('tablets');
  await tablets.set({ album_ids: '["a", 7, null]' }).execute();
  expect(await keys.find(first)).toMatchObject({ albumIds: ['a'] });
  await tablets.set({ album_ids: '{}' }).execute();
  await expect(keys.find(first)).rejects.toMatchObject({
    status: 500,
    message: 'The albums of this tablet cannot be read',
  });
});

test('revoking a tablet’s keys spares those of others, and those revoked before keep their time', async () => {
  const { tabletId, first, second } = await tabletWithTwoKeys();
  const lamp = await keys.create('Lamp', 'node');
  const kitchen = await keys.create('Kitchen', 'kiosk');
  await keys.find(second);
  const firstEnded = database.now();
  database.advance(1_000);
  await revokeKeysOf(database.db, { tabletId, now: database.now() });
  expect(await keys.find(first)).toMatchObject({ revokedAt: firstEnded });
  expect(await keys.find(second)).toMatchObject({ revokedAt: database.now() });
  expect([await isRevoked(lamp), await isRevoked(kitchen)]).toEqual([false, false]);
});

test('keys that were collected for one order do not end each other, and a key of a later order ends both', async () => {
  const { tabletId, first } = await tabletWithTwoKeys();
  const ordered = (orderedAt: number) =>
    addKey(database.db, { name: 'Hall', use: 'kiosk', tabletId, orderedAt, now: database.now() });
  const [one, other, later] = [await ordered(1), await ordered(1), await ordered(2)];
  expect([await isRevoked(one), await isRevoked(other), await isRevoked(one)]).toEqual([false, false, false]);
  expect(await isRevoked(first)).toBe(true);
  const last = await ordered(3);
  expect(await isRevoked(last)).toBe(false);
  expect([await isRevoked(one), await isRevoked(other), await isRevoked(later)]).toEqual([true, true, true]);
});

test('a tablet’s own name is free for its next key, and for no other’s', async () => {
  const { tabletId } = await tabletWithTwoKeys();
  await keepNameFree(database.db, 'Hall', tabletId);
  await expect(keepNameFree(database.db, 'Hall', 'another')).rejects.toMatchObject({ status: 409 });
  await keys.create('Lamp', 'node');
  await expect(keepNameFree(database.db, 'Lamp', tabletId)).rejects.toMatchObject({ status: 409 });
});
