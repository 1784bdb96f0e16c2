import { afterEach, beforeEach, expect, test } from 'vitest';
import { type KeyRepository, keyRepository } from '../../../../../server/auth/keys/keyRepository.ts';
import { openTestDatabase, type TestDatabase } from '../../../../support/server/testDatabase.ts';

let database: TestDatabase;
let keys: KeyRepository;
beforeEach(async () => {
  database = await openTestDatabase();
  keys = keyRepository(database.db, database.now);
});
afterEach(() => database.close());

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
