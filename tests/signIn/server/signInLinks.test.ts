import { afterEach, beforeEach, expect, test } from 'vitest';
import { fieldOf, startTestServer, statusesOf, type TestServer } from '#support/server/testServer.ts';

const LINK_LIFE_MS = 15 * 60_000;
const REFUSED = {
  status: 401,
  body: { success: false, message: 'This sign-in link has been used already or is too old: please ask for a new one' },
};

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ adminEmails: ['boss@example.org'] });
});
afterEach(() => server.close());

const spend = (token: string) => server.call('/auth/sign-in-link', { method: 'POST', body: { token } });

test('signs the person in once', async () => {
  const { user } = await server.signIn({ permissions: ['photos:write'], email: 'ada@example.org' });
  const link = await server.dependencies.oneTime.createLink('Ada@Example.org');
  const answer = await spend(link);
  expect(answer).toMatchObject({
    status: 200,
    body: { success: true, userId: user.id, email: 'ada@example.org', permissions: ['photos:write'] },
  });
  expect(await server.call('/photos/albums', { token: fieldOf(answer, 'token') })).toMatchObject({ status: 200 });
  expect(await spend(link)).toMatchObject(REFUSED);
});

test('of two browsers that spend it at once, one gets in', async () => {
  const link = await server.dependencies.oneTime.createLink('ada@example.org');
  expect(statusesOf(await Promise.all([spend(link), spend(link), spend(link)]))).toEqual([200, 401, 401]);
});

test('a new person gets an account without permissions and a name to be greeted by', async () => {
  const link = await server.dependencies.oneTime.createLink('new@example.org');
  expect(await spend(link)).toMatchObject({ body: { firstName: 'new', lastName: '', permissions: [] } });
});

test('ADMIN_EMAILS become admins, and stay so without being granted twice', async () => {
  for (let times = 0; times < 2; times += 1) {
    const link = await server.dependencies.oneTime.createLink('Boss@example.org');
    expect(await spend(link)).toMatchObject({ body: { permissions: ['admin'] } });
  }
});

test('lives 15 minutes', async () => {
  const [early, late] = [
    await server.dependencies.oneTime.createLink('a@example.org'),
    await server.dependencies.oneTime.createLink('b@example.org'),
  ];
  server.clock.advance(LINK_LIFE_MS - 1_000);
  expect(await spend(early)).toMatchObject({ status: 200 });
  server.clock.advance(2_000);
  expect(await spend(late)).toMatchObject(REFUSED);
  expect(await server.dependencies.users.findByEmail('b@example.org')).toBeUndefined();
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
