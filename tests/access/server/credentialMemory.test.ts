import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDependencies, type Dependencies } from '#support/server/library.ts';
import type { Permission } from '#contract/permissions.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

const ROUNDS = 12;
const ALBUMS = '/photos/albums';

let server: TestServer;
/** Writes as the operator's commands do: over a connection that is not the server's. */
let operator: Dependencies;
beforeEach(async () => {
  server = await startTestServer();
  operator = await openDependencies(server.dependencies.settings);
});
afterEach(async () => {
  await operator.close();
  await server.close();
});

const statusOf = async (credential: { key: string } | { token: string }) =>
  (await server.call(ALBUMS, credential)).status;

/** Asks without a pause, so that what is remembered is always of just now. */
function keepAsking(credential: { key: string } | { token: string }): { stop: () => Promise<void> } {
  const over = new AbortController();
  const ask = async () => {
    while (!over.signal.aborted) await statusOf(credential);
  };
  const asking = Promise.all([ask(), ask()]);
  return {
    stop: async () => {
      over.abort();
      await asking;
    },
  };
}

/** By the server and by the command line in turns. */
function writerOf(round: number): { by: Dependencies; name: string } {
  return round % 2 === 0 ? { by: server.dependencies, name: 'the server' } : { by: operator, name: 'the command line' };
}

test('a key is good until it is revoked, by whomever, and never after, however often it is asked about', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { by, name } = writerOf(round);
    const key = await by.keys.create(`Tablet ${round}`, 'kiosk');
    const others = keepAsking({ key });
    expect(await statusOf({ key }), `a new key, by ${name}`).toBe(200);
    expect(await statusOf({ key }), 'the same key again').toBe(200);
    await by.keys.revoke(`Tablet ${round}`);
    expect(await statusOf({ key }), `revoked by ${name}, round ${round}`).toBe(401);
    await others.stop();
  }
});

test('permissions taken and given count from the next request, whoever changes them', async () => {
  const { user, token } = await server.signIn();
  await server.signIn({ permissions: ['admin'] });
  const others = keepAsking({ token });
  for (let round = 0; round < ROUNDS; round += 1) {
    const { by, name } = writerOf(round);
    const set = async (permissions: Permission[]) => by.users.setPermissions({ userId: user.id, permissions });
    await set(['photos:read']);
    expect(await statusOf({ token }), `given by ${name}`).toBe(200);
    await set([]);
    expect(await statusOf({ token }), `taken by ${name}, round ${round}`).toBe(403);
  }
  await others.stop();
});

test('a blocked person is out with the next request, and so is who signed out', async () => {
  const { user: admin } = await server.signIn({ permissions: ['admin'] });
  for (let round = 0; round < ROUNDS; round += 1) {
    const { by, name } = writerOf(round);
    const { user, token } = await server.signIn({ permissions: ['photos:read'] });
    const others = keepAsking({ token });
    expect(await statusOf({ token })).toBe(200);
    if (round % 4 < 2) await by.users.setBlocked({ userId: user.id, blocked: true, by: admin.id });
    else await by.sessions.closeAllOf([user.email]);
    // Sessions that have ended are unknown ones, and too many of those get a 429.
    expect(await statusOf({ token }), `ended by ${name}, round ${round}`).toBeOneOf([401, 429]);
    await others.stop();
  }
});

test('a remembered session ends by time, and is extended by its use as ever', async () => {
  const { token } = await server.signIn({ permissions: ['photos:read'] });
  const { db } = server.dependencies;
  const lastUse = async () => (await db.selectFrom('sessions').select('last_used_at').executeTakeFirst())?.last_used_at;
  const opened = await lastUse();
  expect(await statusOf({ token })).toBe(200);
  server.clock.advance(6 * 60_000);
  expect(await statusOf({ token })).toBe(200);
  await expect.poll(lastUse, { message: 'the use after five minutes is noted' }).toBeGreaterThan(opened ?? 0);
  expect(await statusOf({ token })).toBe(200);
  server.clock.advance(31 * 86_400_000);
  expect(await statusOf({ token }), 'after 30 idle days').toBe(401);
});

test("a tablet's remembered key ends with the time that its tablet was given", async () => {
  const key = await server.createKey('Guests');
  await server.dependencies.db
    .updateTable('tablets')
    .set({ expires_at: Date.now() + 3_600_000 })
    .execute();
  expect(await statusOf({ key })).toBe(200);
  expect(await statusOf({ key })).toBe(200);
  server.clock.advance(3_600_001);
  expect(await statusOf({ key })).toBe(401);
});
