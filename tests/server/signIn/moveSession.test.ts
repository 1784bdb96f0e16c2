import { afterEach, beforeEach, expect, test } from 'vitest';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { API_PATHS } from '#contract/paths.ts';
import { goOnTokenFrom } from '#domain/access/links.ts';
import { fieldOf, startTestServer, type TestServer } from '../../support/server/testServer.ts';

// A person who came in by the server's bare address goes on under its name, where passkeys can be made.

const NAMED = 'https://photos.home';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ publicUrl: NAMED });
  // Without TLS, so that the calls here reach it: the name is that of PUBLIC_URL.
  server.dependencies.doorway.namedOrigin = () => NAMED;
});
afterEach(() => server.close());

async function linkTokenOf(token: string): Promise<string> {
  const url = new URL(fieldOf(await server.call(ADMIN_PATHS.moveSession, { method: 'POST', token }), 'url'));
  expect(url.origin).toBe(NAMED);
  return goOnTokenFrom(url.hash) ?? '';
}

const follow = (link: string) => server.call(API_PATHS.signInLink, { method: 'POST', body: { token: link } });
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

test('a server without a name says so', async () => {
  server.dependencies.doorway.namedOrigin = () => undefined;
  const { token } = await server.signIn();
  expect(await server.call(ADMIN_PATHS.moveSession, { method: 'POST', token })).toMatchObject({
    status: 409,
    body: { message: 'This server has no name in this network: it is reached by its address only' },
  });
});
