import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type OneTimeRepository, oneTimeRepository } from '#server/signIn/oneTimeRepository.ts';
import { sessionRepository } from '#server/signIn/sessionRepository.ts';
import { openTestDatabase, type TestDatabase } from '#support/server/testDatabase.ts';

const LINK_LIFE_MS = 15 * 60_000;

let database: TestDatabase;
let oneTime: OneTimeRepository;
beforeAll(async () => {
  database = await openTestDatabase();
  oneTime = oneTimeRepository(database.db, database.now);
});
beforeEach(() => database.empty('sign_in_links', 'used_nonces', 'sessions', 'users'));
afterAll(() => database.close());

const links = () => database.db.selectFrom('sign_in_links').selectAll().execute();

describe('a sign-in link', () => {
  test('is good once, for the address it was made for', async () => {
    const token = await oneTime.createLink(' Ada@Example.org ');
    await oneTime.createLink('bob@example.org');
    expect(await oneTime.spendLink(token)).toBe('ada@example.org');
    expect(await oneTime.spendLink(token)).toBeUndefined();
    expect(await links()).toMatchObject([{ email: 'bob@example.org' }]);
  });

  test('that was made up is good for nothing, and spends nothing', async () => {
    await oneTime.createLink('ada@example.org');
    for (const wrong of ['', 'made-up']) expect(await oneTime.spendLink(wrong)).toBeUndefined();
    expect(await links()).toHaveLength(1);
  });

  test('is good for a quarter of an hour, to the millisecond', async () => {
    const [early, late] = [await oneTime.createLink('a@example.org'), await oneTime.createLink('b@example.org')];
    database.advance(LINK_LIFE_MS - 1);
    expect(await oneTime.spendLink(early)).toBe('a@example.org');
    database.advance(1);
    expect(await oneTime.spendLink(late)).toBeUndefined();
  });

  test('that is too old is forgotten when the next is made; a younger one is not', async () => {
    await oneTime.createLink('a@example.org');
    database.advance(LINK_LIFE_MS - 1);
    await oneTime.createLink('b@example.org');
    expect(await links()).toHaveLength(2);
    database.advance(1);
    await oneTime.createLink('c@example.org');
    expect((await links()).map(({ email }) => email).sort()).toEqual(['b@example.org', 'c@example.org']);
  });
});

describe('a sign-in link of somebody', () => {
  test('counts while its maker is an admin', async () => {
    const ids: string[] = [];
    for (const email of ['boss@example.org', 'chief@example.org']) {
      const { id } = await database.users.create({ email, permissions: ['admin'] });
      ids.push(id);
    }
    const [boss = '', chief = ''] = ids;
    const [ofBoss, ofChief] = [
      await oneTime.createLink('a@example.org', { madeBy: boss }),
      await oneTime.createLink('b@example.org', { madeBy: chief }),
    ];
    await database.db.updateTable('users').set({ blocked_at: 1 }).where('id', '=', chief).execute();
    expect(await oneTime.spendLink(ofBoss)).toBe('a@example.org');
    expect(await oneTime.spendLink(ofChief)).toBeUndefined();
  });

  test('moves one session to another address, once, and only while it is open', async () => {
    const sessions = sessionRepository(database.db, database.now);
    const { id: userId } = await database.users.create({ email: 'ada@example.org' });
    const [moved, other] = [await sessions.open(userId), await sessions.open(userId)];
    const replaces = (await sessions.find(moved))?.id ?? '';
    const [first, second] = [
      await oneTime.createLink('ada@example.org', { replaces }),
      await oneTime.createLink('ada@example.org', { replaces }),
    ];
    expect(await oneTime.spendLink(first)).toBe('ada@example.org');
    expect(await sessions.find(moved)).toBeUndefined();
    expect(await sessions.find(other)).toBeDefined();
    expect(await oneTime.spendLink(second)).toBeUndefined();
  });

  test('with which a session goes on elsewhere is read as often as one likes, and used once', async () => {
    const sessions = sessionRepository(database.db, database.now);
    const { id: userId } = await database.users.create({ email: 'ada@example.org' });
    const replaces = (await sessions.find(await sessions.open(userId)))?.id ?? '';
    const goOn = await oneTime.createLink('ada@example.org', { replaces });
    const signIn = await oneTime.createLink('bob@example.org');
    expect(await oneTime.readGoOnLink(goOn)).toBe('ada@example.org');
    for (const other of [signIn, 'made-up']) expect(await oneTime.readGoOnLink(other)).toBeUndefined();
    expect(await oneTime.spendGoOnLink(signIn)).toBeUndefined();
    expect(await oneTime.spendLink(signIn)).toBe('bob@example.org');
    expect(await oneTime.readGoOnLink(goOn)).toBe('ada@example.org');
    database.advance(LINK_LIFE_MS - 1);
    expect(await oneTime.readGoOnLink(goOn)).toBe('ada@example.org');
    const spent = await oneTime.createLink('ada@example.org', { replaces });
    expect(await oneTime.spendGoOnLink(spent)).toBe('ada@example.org');
    expect(await oneTime.readGoOnLink(goOn)).toBeUndefined();
  });

  test('with which a session goes on elsewhere is too old after a quarter of an hour', async () => {
    const sessions = sessionRepository(database.db, database.now);
    const { id: userId } = await database.users.create({ email: 'ada@example.org' });
    const replaces = (await sessions.find(await sessions.open(userId)))?.id ?? '';
    const goOn = await oneTime.createLink('ada@example.org', { replaces });
    database.advance(LINK_LIFE_MS);
    expect(await oneTime.readGoOnLink(goOn)).toBeUndefined();
    expect(await oneTime.spendGoOnLink(goOn)).toBeUndefined();
  });
});

describe('a nonce', () => {
  test('is good once, while its token lives', async () => {
    const expiresAt = database.now() + 1_000;
    expect(await oneTime.spendNonce('one', expiresAt)).toBe(true);
    expect(await oneTime.spendNonce('other', expiresAt)).toBe(true);
    database.advance(999);
    expect(await oneTime.spendNonce('one', expiresAt)).toBe(false);
  });

  test('is kept no longer than its token can be used', async () => {
    await oneTime.spendNonce('one', database.now() + 1_000);
    database.advance(1_000);
    await oneTime.spendNonce('other', database.now() + 1_000);
    expect(await database.db.selectFrom('used_nonces').select('nonce').execute()).toEqual([{ nonce: 'other' }]);
  });
});
