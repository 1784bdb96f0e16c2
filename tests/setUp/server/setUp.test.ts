import { setUp as setUpSubject } from '#server/setUp/index.ts';
import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fieldOf, startTestServer, statusesOf, type TestServer } from '#support/server/testServer.ts';

let server: TestServer;
let token: string;
beforeEach(async () => {
  server = await startTestServer({ production: true });
  token = await setUpSubject.of(server.dependencies.core).setUpLinks.create('here');
});
afterEach(() => server.close());

const setUp = (name = 'Ada Lovelace', link = token) =>
  server.call('/auth/set-up', { method: 'POST', body: { token: link, name } });
const stateOf = (link = token) => server.call('/auth/set-up/state', { method: 'POST', body: { token: link } });

test('the owner gives a name and is signed in with all three permissions', async () => {
  expect((await stateOf()).status).toBe(204);
  const response = await setUp('  Ada   Lovelace ');
  expect(response).toMatchObject({
    status: 200,
    body: {
      success: true,
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'owner@localhost',
      permissions: ['admin', 'photos:read', 'photos:write'],
    },
  });
  const owner = fieldOf(response, 'token');
  expect(await server.call('/users', { token: owner })).toMatchObject({ status: 200 });
  expect(await server.call('/audit', { token: owner })).toMatchObject({
    body: { entries: expect.arrayContaining([expect.objectContaining({ action: 'set-up', who: 'Ada Lovelace' })]) },
  });
});

test('a used link says so, and so does the call', async () => {
  await setUp();
  const used = { status: 410, body: { message: expect.stringMatching(/used already: please sign in/) } };
  expect(await stateOf()).toMatchObject(used);
  expect(await setUp('Eve')).toMatchObject(used);
  expect(await server.dependencies.users.list()).toHaveLength(1);
});

test('of two people who use it at once, one becomes the owner', async () => {
  const [status, ...others] = statusesOf(await Promise.all([setUp('Ada'), setUp('Eve'), setUp('Mallory')]));
  expect(status).toBe(200);
  expect(others.every((other) => other === 409 || other === 410)).toBe(true);
  expect(await server.dependencies.users.list()).toHaveLength(1);
});

test('a wrong link, or that of an earlier start, is told from a used one', async () => {
  const earlier = token;
  await setUpSubject.of(server.dependencies.core).setUpLinks.create('here');
  for (const link of [earlier, 'wrong', '']) {
    expect(await stateOf(link)).toMatchObject({
      status: 404,
      body: { message: expect.stringMatching(/printed last/) },
    });
    expect(await setUp('Eve', link)).toMatchObject({ status: 404 });
  }
});

test('with an admin there is nothing to set up, whoever has a link', async () => {
  await server.signIn({ permissions: ['admin'] });
  const refused = { status: 409, body: { message: expect.stringMatching(/has an owner already/) } };
  expect(await stateOf()).toMatchObject(refused);
  expect(await setUp()).toMatchObject(refused);
});

test('a blocked admin and a dev account do not count as owners in production', async () => {
  await server.signIn({ permissions: ['admin'], email: 'dev-admin@localhost' });
  const { user } = await server.signIn({ permissions: ['admin'], email: 'gone@example.org' });
  await server.dependencies.db.updateTable('users').set({ blocked_at: 1 }).where('id', '=', user.id).execute();
  expect((await setUp()).status).toBe(200);
});

test('a name that is none uses nothing up', async () => {
  expect(await setUp('   ')).toMatchObject({ status: 400, body: { message: 'Please give a name' } });
  expect((await setUp('x'.repeat(81))).status).toBe(400);
  expect((await setUp()).status).toBe(200);
});

test('without a link that was printed nobody sets anything up', async () => {
  const other = await startTestServer({ production: true });
  const body = { token: '', name: 'Eve' };
  expect(await other.call('/auth/set-up', { method: 'POST', body })).toMatchObject({ status: 404 });
  await other.close();
});

test('a start ends the link of the one before, and still knows which was used', async () => {
  const { dataDir } = server.dependencies.settings;
  const again = async () => {
    await server.app.close();
    server = await startTestServer({ production: true, dataDir });
  };
  try {
    await again();
    expect(await stateOf()).toMatchObject({ status: 404 });
    token = await setUpSubject.of(server.dependencies.core).setUpLinks.create('here');
    expect(await setUp()).toMatchObject({ status: 200 });
    await again();
    expect(await stateOf()).toMatchObject({ status: 410 });
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

test('guessing is limited', async () => {
  const statuses = new Set<number>();
  for (let guesses = 0; guesses < 40; guesses += 1) statuses.add((await stateOf(`wrong-${guesses}`)).status);
  expect(statuses).toEqual(new Set([404, 429]));
});
