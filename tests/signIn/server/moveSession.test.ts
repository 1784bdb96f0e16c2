import { afterEach, beforeEach, expect, test } from 'vitest';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { API_PATHS } from '#contract/paths.ts';
import { SIGN_IN_PATTERNS } from '#contract/signIn/signIn.ts';
import { goOnTokenFrom } from '#domain/access/links.ts';
import { fieldOf, startTestServer, type TestServer } from '#support/server/testServer.ts';

// A person who came in by the server's bare address goes on under its name, where passkeys can be made.

const NAMED = 'https://photos.home';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ publicUrl: NAMED });
  // Without TLS, so that the calls here reach it: the name is that of PUBLIC_URL.
  server.dependencies.core.addresses.namedOrigin = () => NAMED;
});
afterEach(() => server.close());

async function linkTokenOf(token: string): Promise<string> {
  const url = new URL(fieldOf(await server.call(ADMIN_PATHS.moveSession, { method: 'POST', token }), 'url'));
  expect(url.origin).toBe(NAMED);
  return goOnTokenFrom(url.hash) ?? '';
}

const follow = (link: string) => server.call(SIGN_IN_PATTERNS.goOn, { method: 'POST', body: { token: link } });
const read = (link: string) => server.call(SIGN_IN_PATTERNS.goOnState, { method: 'POST', body: { token: link } });
const isOpen = async (token: string) => (await server.call(ADMIN_PATHS.sessions, { token })).status === 200;

test('the session goes on for the same person, and ends where it was', async () => {
  const { token, user } = await server.signIn({ permissions: ['photos:write'] });
  const link = await linkTokenOf(token);
  expect(await isOpen(token)).toBe(true);
  const followed = await follow(link);
  expect(followed).toMatchObject({ status: 200, body: { userId: user.id, permissions: ['photos:write'] } });
  expect(await isOpen(fieldOf(followed, 'token'))).toBe(true);
  expect(await isOpen(token)).toBe(false);
  expect((await follow(link)).status).toBe(401);
});

test('a link ends with the session that made it, and after a quarter of an hour', async () => {
  const first = await server.signIn();
  const link = await linkTokenOf(first.token);
  await server.call(API_PATHS.signOut, { method: 'POST', token: first.token });
  expect((await follow(link)).status).toBe(401);
  const second = await server.signIn();
  const old = await linkTokenOf(second.token);
  server.clock.advance(15 * 60_000);
  expect((await follow(old)).status).toBe(401);
  expect(await isOpen(second.token)).toBe(true);
});

test('a link names its account as often as it is read, until it is followed or its session ends', async () => {
  const ada = await server.signIn({ email: 'ada@example.org' });
  const link = await linkTokenOf(ada.token);
  for (let times = 0; times < 2; times += 1) {
    expect(await read(link)).toMatchObject({
      status: 200,
      body: { firstName: ada.user.firstName, email: 'ada@example.org' },
    });
  }
  expect(await isOpen(ada.token)).toBe(true);
  expect((await follow(link)).status).toBe(200);
  expect((await read(link)).status).toBe(401);
  const again = await server.signIn({ email: 'ben@example.org' });
  const other = await linkTokenOf(again.token);
  await server.call(API_PATHS.signOut, { method: 'POST', token: again.token });
  expect((await read(other)).status).toBe(401);
});

test('a sign-in link does not go on with anything, and stays unused', async () => {
  const link = await server.dependencies.oneTime.createLink('ada@example.org');
  const message: unknown = expect.stringContaining('This link does not continue a session');
  for (const use of [read, follow]) {
    expect(await use(link)).toMatchObject({ status: 401, body: { success: false, message } });
  }
  const signIn = { method: 'POST', body: { token: link } };
  expect(await server.call(API_PATHS.signInLink, signIn)).toMatchObject({
    status: 200,
    body: { email: 'ada@example.org' },
  });
});

test('a server without a name says so', async () => {
  server.dependencies.core.addresses.namedOrigin = () => undefined;
  const { token } = await server.signIn();
  expect(await server.call(ADMIN_PATHS.moveSession, { method: 'POST', token })).toMatchObject({
    status: 409,
    body: { message: 'This server has no name in this network: it is reached by its address only' },
  });
});
