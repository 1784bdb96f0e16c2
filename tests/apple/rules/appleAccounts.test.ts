import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { accountOf } from '#server/apple/appleSignIn.ts';
import { openTestDatabase, type TestDatabase } from '#support/server/testDatabase.ts';

const NAMES = { firstName: 'Ada', lastName: 'Lovelace' };

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(() => database.empty('users'));
afterAll(() => database.close());

function arrive(subject: string, email: string, names = NAMES) {
  return accountOf({ subject, email, nonce: 'n', expiresAt: 0 }, names, database.users);
}

test('a person new here gets an account without permissions, and the same one ever after', async () => {
  const first = await arrive('s1', 'ada@example.org');
  expect(first).toMatchObject({ ...NAMES, email: 'ada@example.org', appleSubject: 's1', permissions: [] });
  database.advance(1_000);
  const again = await arrive('s1', 'ada@example.org', { firstName: 'Eve', lastName: '' });
  expect(again).toEqual(first);
});

test('an account made for an address becomes that of its owner, and keeps its name and permissions', async () => {
  await database.users.create({ email: 'ada@example.org', firstName: 'Countess', permissions: ['photos:write'] });
  expect(await arrive('s1', 'ada@example.org')).toMatchObject({
    appleSubject: 's1',
    firstName: 'Countess',
    lastName: 'Lovelace',
    permissions: ['photos:write'],
  });
  expect(await database.users.list()).toHaveLength(1);
});

test('a last name that is there stays, a first name that is missing is taken', async () => {
  await database.users.create({ email: 'ada@example.org', lastName: 'King' });
  expect(await arrive('s1', 'ada@example.org')).toMatchObject({ firstName: 'Ada', lastName: 'King' });
});

test('the address of somebody else at Apple lets nobody in', async () => {
  const owner = await arrive('s1', 'ada@example.org');
  expect(await arrive('s2', 'ada@example.org')).toBeUndefined();
  expect(await database.users.list()).toEqual([owner]);
});

test('an address that changed at Apple is followed', async () => {
  const before = await arrive('s1', 'ada@example.org');
  const after = await arrive('s1', 'countess@example.org');
  expect(after).toMatchObject({ id: before?.id, email: 'countess@example.org', firstName: 'Ada' });
});

test('an address that changed to that of another account here is not taken from it', async () => {
  const ada = await arrive('s1', 'ada@example.org');
  const bob = await database.users.create({ email: 'bob@example.org', permissions: ['admin'] });
  expect(await arrive('s1', 'bob@example.org')).toEqual(ada);
  expect(await database.users.findByEmail('bob@example.org')).toEqual(bob);
});
