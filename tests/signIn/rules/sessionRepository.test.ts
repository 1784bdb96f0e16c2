import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { AccountBlockedError, type SessionRepository, sessionRepository } from '#server/signIn/sessionRepository.ts';
import { openTestDatabase, type TestDatabase } from '#support/server/testDatabase.ts';

const HOUR_MS = 3_600_000;
const FIVE_MINUTES_MS = 300_000;
const DAY_MS = 24 * HOUR_MS;

let database: TestDatabase;
let sessions: SessionRepository;
let ada: string;
let bob: string;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await database.empty('sessions', 'users');
  sessions = sessionRepository(database.db, database.now);
  ada = (await database.users.create({ email: 'ada@example.org' })).id;
  bob = (await database.users.create({ email: 'bob@example.org' })).id;
});
afterAll(() => database.close());

const rows = () => database.db.selectFrom('sessions').selectAll().execute();
/** The time of the last use is written without anybody waiting for it. */
async function written() {
  await expect.poll(async () => (await rows()).map((row) => row.last_used_at)).toContain(database.now());
}

/** Long enough for a write that must not come. */
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 20));

async function idOf(token: string): Promise<string> {
  return (await sessions.find(token))?.id ?? 'none';
}

test('a token stands for its person and nothing like it does', async () => {
  const token = await sessions.open(ada);
  await sessions.open(bob);
  expect(await sessions.find(token)).toMatchObject({ id: expect.any(String), userId: ada });
  for (const wrong of ['', token.slice(1), `${token}0`]) expect(await sessions.find(wrong)).toBeUndefined();
});

test('what is remembered of a session is looked at again when its use is to be noted, and at its end at the latest', async () => {
  const token = await sessions.open(ada);
  const began = database.now();
  const before = await sessions.find(token);
  expect(before?.recheckAt).toBeGreaterThan(began);
  expect(before?.recheckAt).toBeLessThan(began + DAY_MS);
  // Used a moment before its 90 days are over: the end comes before the next note.
  const lastUse = began + 90 * DAY_MS - 1;
  await database.db.updateTable('sessions').set({ last_used_at: lastUse }).execute();
  expect((await sessions.find(token))?.recheckAt).toBe(began + 90 * DAY_MS);
});

test('a session ends 30 days after its last use, to the millisecond', async () => {
  const token = await sessions.open(ada);
  const id = await idOf(token);
  database.advance(30 * DAY_MS - 1);
  expect(await sessions.isOpen(id)).toBe(true);
  database.advance(1);
  expect(await sessions.isOpen(id)).toBe(false);
  expect(await sessions.find(token)).toBeUndefined();
});

test('a session ends 90 days after it began, however much it is used', async () => {
  const token = await sessions.open(ada);
  const id = await idOf(token);
  for (let day = 0; day < 80; day += 20) {
    database.advance(20 * DAY_MS);
    expect(await sessions.find(token), `day ${day + 20}`).toBeDefined();
    await written();
  }
  database.advance(10 * DAY_MS - 1);
  expect(await sessions.isOpen(id)).toBe(true);
  database.advance(1);
  expect(await sessions.isOpen(id)).toBe(false);
});

test('a use is written down once in five minutes', async () => {
  const token = await sessions.open(ada);
  const opened = database.now();
  database.advance(FIVE_MINUTES_MS - 1);
  await sessions.find(token);
  await aWhile();
  expect(await rows()).toMatchObject([{ last_used_at: opened }]);
  database.advance(1);
  await sessions.find(token);
  await written();
  expect(await rows()).toMatchObject([{ last_used_at: opened + FIVE_MINUTES_MS }]);
});

test('a person was last seen when a session was opened or its use written down, and not once blocked', async () => {
  const seen = async () => {
    const people = await database.db.selectFrom('users').select(['id', 'last_seen_at']).execute();
    return Object.fromEntries(people.map((one) => [one.id, one.last_seen_at]));
  };
  const opened = database.now();
  const token = await sessions.open(ada);
  expect(await seen()).toEqual({ [ada]: opened, [bob]: null });
  database.advance(HOUR_MS);
  await sessions.find(token);
  await expect.poll(seen).toEqual({ [ada]: opened + HOUR_MS, [bob]: null });
  await database.db.updateTable('users').set({ blocked_at: 1 }).where('id', '=', ada).execute();
  database.advance(HOUR_MS);
  await sessions.find(token);
  await expect.poll(rows).toMatchObject([{ last_used_at: opened + 2 * HOUR_MS }]);
  await aWhile();
  expect(await seen()).toEqual({ [ada]: opened + HOUR_MS, [bob]: null });
});

test('a use of one session keeps no other alive', async () => {
  const token = await sessions.open(ada);
  await sessions.open(ada);
  database.advance(HOUR_MS);
  await sessions.find(token);
  await written();
  expect((await rows()).map((row) => database.now() - row.last_used_at).sort((a, b) => a - b)).toEqual([0, HOUR_MS]);
});

test('opening one sweeps the expired ones away, of either kind, and no others', async () => {
  const used = await sessions.open(ada);
  await sessions.open(bob);
  for (let day = 0; day < 3; day += 1) {
    database.advance(29 * DAY_MS);
    await sessions.find(used);
    await written();
  }
  const young = await sessions.open(bob);
  expect(await rows(), 'unused for 30 days is gone, in use is not').toHaveLength(2);
  database.advance(3 * DAY_MS);
  await sessions.open(ada);
  expect(await rows(), 'after 90 days it is gone although it was used').toHaveLength(2);
  expect(await sessions.find(young)).toBeDefined();
});

test('is swept at the very millisecond at which it ends', async () => {
  await sessions.open(ada);
  database.advance(30 * DAY_MS);
  await sessions.open(bob);
  expect(await rows()).toMatchObject([{ user_id: bob }]);
});

test('closing ends one session; closing all of some people ends all of theirs', async () => {
  const [first, second, other] = [await sessions.open(ada), await sessions.open(ada), await sessions.open(bob)];
  expect(await sessions.close({ id: await idOf(first), userId: bob })).toBeUndefined();
  expect(await sessions.close({ id: await idOf(first), userId: ada })).toBe('Unknown device');
  expect(await sessions.find(first)).toBeUndefined();
  expect(await sessions.find(second)).toBeDefined();
  await sessions.closeAllOf(['ada@example.org', 'nobody@example.org']);
  expect(await sessions.find(second)).toBeUndefined();
  expect(await sessions.find(other)).toBeDefined();
});

test('a session is stored as it was opened, its token only as a hash', async () => {
  const token = await sessions.open(ada, 'Firefox on Linux');
  const [row, ...others] = await rows();
  expect(others).toEqual([]);
  const opened = database.now();
  expect(row).toMatchObject({ user_id: ada, created_at: opened, last_used_at: opened, device: 'Firefox on Linux' });
  expect(row?.id).toBe(await idOf(token));
  expect(row?.token_hash).toMatch(/./);
  expect(JSON.stringify(row)).not.toContain(token);
});

test('a blocked account gets no session, and is told so', async () => {
  await database.db.updateTable('users').set({ blocked_at: 1 }).where('id', '=', ada).execute();
  const refused = await sessions.open(ada).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(AccountBlockedError);
  expect(refused).toMatchObject({ name: 'AccountBlockedError', status: 403 });
  expect(await rows()).toEqual([]);
});

test('a person’s open sessions are listed, the last used first, with their devices', async () => {
  const phone = await sessions.open(ada, 'Safari on iPhone');
  const opened = database.now();
  database.advance(HOUR_MS);
  const desktop = await sessions.open(ada, 'Firefox on Linux');
  await sessions.open(bob, 'Chrome on Windows');
  await database.db
    .updateTable('sessions')
    .set({ device: null })
    .where('id', '=', await idOf(phone))
    .execute();
  const used = database.now();
  const listed = expect.arrayContaining([
    { id: await idOf(desktop), device: 'Firefox on Linux', createdAt: used, lastUsedAt: used },
    { id: await idOf(phone), device: 'Unknown device', createdAt: opened, lastUsedAt: used },
  ]);
  // The phone's use is written without anybody waiting for it.
  await expect.poll(() => sessions.listOf(ada)).toEqual(listed);
  database.advance(HOUR_MS);
  await sessions.find(phone);
  await written();
  expect((await sessions.listOf(ada)).map(({ id }) => id)).toEqual([await idOf(phone), await idOf(desktop)]);
});

test('ending the others spares the session that asks, and other people’s', async () => {
  const own = await sessions.open(ada);
  await sessions.open(ada);
  await sessions.open(ada);
  const other = await sessions.open(bob);
  expect(await sessions.closeOthers({ id: await idOf(own), userId: ada })).toBe(2);
  expect(await sessions.find(own)).toBeDefined();
  expect(await sessions.find(other)).toBeDefined();
  expect(await sessions.closeOthers({ id: await idOf(own), userId: ada })).toBe(0);
});

test('closing a session names the device that it was on', async () => {
  const token = await sessions.open(ada, 'Firefox on Linux');
  expect(await sessions.close({ id: await idOf(token), userId: ada })).toBe('Firefox on Linux');
});
