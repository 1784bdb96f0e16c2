import { afterEach, beforeEach, expect, test } from 'vitest';
import { fieldOf, startTestServer, statusesOf, type TestServer } from '#support/server/testServer.ts';

const LINK_LIFE_MS = 15 * 60_000;
const REFUSED = {
  status: 401,
  body: { success: false, message: 'This sign-in link has been used already or is too old: please ask for a new one' },
};

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const spend = (token: string) => server.call('/auth/sign-in-link', { method: 'POST', body: { token } });

test('signs the person in once, and not after 15 minutes', async () => {
  const { oneTime, users } = server.dependencies;
  const { user } = await server.signIn({ permissions: ['photos:write'], email: 'ada@example.org' });
  const link = await oneTime.createLink('Ada@Example.org');
  const answer = await spend(link);
  expect(answer).toMatchObject({
    status: 200,
    body: { success: true, userId: user.id, email: 'ada@example.org', permissions: ['photos:write'] },
  });
  expect(await server.call('/photos/albums', { token: fieldOf(answer, 'token') })).toMatchObject({ status: 200 });
  expect(await spend(link)).toMatchObject(REFUSED);
  const late = await oneTime.createLink('late@example.org');
  server.clock.advance(LINK_LIFE_MS);
  expect(await spend(late)).toMatchObject(REFUSED);
  expect(await users.findByEmail('late@example.org'), 'a link that is too old makes no account').toBeUndefined();
});

test('of two browsers that spend the link of a new person at once, one gets in, without permissions', async () => {
  const link = await server.dependencies.oneTime.createLink('new@example.org');
  const answers = await Promise.all([spend(link), spend(link), spend(link)]);
  expect(statusesOf(answers)).toEqual([200, 401, 401]);
  expect(answers.find(({ status }) => status === 200)).toMatchObject({
    body: { firstName: 'new', lastName: '', permissions: [] },
  });
});

test("a preview's GET spends nothing", async () => {
  const link = await server.dependencies.oneTime.createLink('a@example.org');
  for (const path of ['/auth/sign-in-link', `/auth/sign-in-link?token=${link}`, `/?sign-in-link=${link}`]) {
    await server.call(path);
  }
  expect(await spend(link)).toMatchObject({ status: 200 });
});

test('only its hash is stored', async () => {
  const link = await server.dependencies.oneTime.createLink('a@example.org');
  const rows = await server.dependencies.db.selectFrom('sign_in_links').selectAll().execute();
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(link);
});

test('guessing is limited', async () => {
  const statuses = [];
  for (let guesses = 0; guesses < 40; guesses += 1) statuses.push((await spend(`wrong-${guesses}`)).status);
  expect(new Set(statuses)).toEqual(new Set([401, 429]));
  expect(await spend('wrong')).toMatchObject({
    status: 429,
    body: { message: 'Too many requests from your address: please wait a minute' },
  });
});
