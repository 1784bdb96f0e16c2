import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type KeyRepository, keyRepository } from '#server/keys/keyRepository.ts';
import { addKey, addTablet, keepNameFree, revokeKeysOf } from '#server/keys/tabletKeyQueries.ts';
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

/** A tablet with two keys. */
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
    message: 'A list of ids in the database cannot be read',
  });
});

test('revoking a tablet’s keys spares those of others, and those revoked before keep their time', async () => {
  const { tabletId, first, second } = await tabletWithTwoKeys();
  const lamp = await keys.create('Lamp', 'node');
  const kitchen = await keys.create('Kitchen', 'kiosk');
  const { id = '' } = (await keys.find(first)) ?? {};
  await database.db.updateTable('api_keys').set({ revoked_at: 1 }).where('id', '=', id).execute();
  await revokeKeysOf(database.db, { tabletId, now: database.now() });
  expect(await keys.find(first)).toMatchObject({ revokedAt: 1 });
  expect(await keys.find(second)).toMatchObject({ revokedAt: database.now() });
  expect([await isRevoked(lamp), await isRevoked(kitchen)]).toEqual([false, false]);
});

test('a tablet’s own name is free for its next key, and for no other’s', async () => {
  const { tabletId } = await tabletWithTwoKeys();
  await keepNameFree(database.db, 'Hall', tabletId);
  await expect(keepNameFree(database.db, 'Hall', 'another')).rejects.toMatchObject({ status: 409 });
  await keys.create('Lamp', 'node');
  await expect(keepNameFree(database.db, 'Lamp', tabletId)).rejects.toMatchObject({ status: 409 });
});
