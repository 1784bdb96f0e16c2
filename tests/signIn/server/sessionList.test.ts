import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SessionRecord } from '#contract/users/schemas.ts';
import { closeSockets, connected, openSocket } from '#support/server/nodeSockets.ts';
import { fieldOf, startTestServer, type TestServer } from '#support/server/testServer.ts';

const HOUR_MS = 3_600_000;
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(async () => {
  closeSockets();
  await server.close();
});

async function signInWith(userAgent: string): Promise<string> {
  return fieldOf(await server.call('/auth/dev/user', { headers: { 'User-Agent': userAgent } }), 'token');
}

async function listFor(token: string): Promise<SessionRecord[]> {
  const { body, status } = await server.call('/auth/sessions', { token });
  expect(status).toBe(200);
  return JSON.parse(JSON.stringify(body));
}

const end = (path: string, token: string) => server.call(path, { method: 'DELETE', token });
const statusOf = async (token: string) => (await server.call('/auth/sessions', { token })).status;

/** Resolves once the server has closed the socket. */
const ended = async (token: string) => {
  const socket = await connected(openSocket(server.origin, token));
  return { end: new Promise<string>((resolve) => socket.once('disconnect', (reason) => resolve(reason))) };
};

test('a person sees their own sessions and nobody else’s, with device, first and last use', async () => {
  const phone = await signInWith(IPHONE);
  const began = server.dependencies.now();
  server.clock.advance(HOUR_MS);
  const laptop = await signInWith(FIREFOX);
  await server.signIn({ permissions: ['admin'] });
  const [first, second, ...more] = await listFor(laptop);
  expect(more).toEqual([]);
  expect(first).toMatchObject({ device: 'Firefox on Windows', current: true });
  expect(second).toMatchObject({ device: 'Safari on iPhone', current: false });
  expect(Date.parse(second?.firstSeenAt ?? '')).toBeLessThanOrEqual(began);
  expect(second?.lastSeenAt).toBe(second?.firstSeenAt);

  server.clock.advance(HOUR_MS);
  await server.call('/photos/albums', { token: phone });
  server.clock.advance(HOUR_MS);
  const used = (await listFor(laptop)).find(({ device }) => device === 'Safari on iPhone');
  expect(Date.parse(used?.lastSeenAt ?? '') - Date.parse(used?.firstSeenAt ?? '')).toBeGreaterThanOrEqual(2 * HOUR_MS);
  expect(JSON.stringify(await listFor(laptop))).not.toContain(phone);
});

test('a session of the first release has no device, and works', async () => {
  const token = await signInWith(FIREFOX);
  await server.dependencies.db.updateTable('sessions').set({ device: null }).execute();
  expect(await listFor(token)).toMatchObject([{ device: 'Unknown device', current: true }]);
});

test('one ends with its sockets; the others, and other people’s, stay', async () => {
  const [phone, laptop] = [await signInWith(IPHONE), await signInWith(FIREFOX)];
  const other = await server.signIn();
  const phoneSocket = await ended(phone);
  const [stranger] = await listFor(other.token);
  expect(await end(`/auth/sessions/${stranger?.id}`, laptop)).toMatchObject({
    status: 404,
    body: { message: 'This session has ended already' },
  });
  const id = (await listFor(phone)).find(({ current }) => current)?.id;
  expect(await end(`/auth/sessions/${id}`, laptop)).toMatchObject({ status: 204 });
  expect(await phoneSocket.end).toBe('io server disconnect');
  expect(await statusOf(phone)).toBe(401);
  expect(await statusOf(laptop)).toBe(200);
  expect(await statusOf(other.token)).toBe(200);
  expect(await end(`/auth/sessions/${id}`, laptop)).toMatchObject({ status: 404 });
});

test('all others end at once, with their sockets', async () => {
  const others = [await signInWith(IPHONE), await signInWith(FIREFOX), await signInWith('curl/8.0')];
  const mine = await signInWith(FIREFOX);
  const stranger = await server.signIn();
  const sockets = await Promise.all(others.map((token) => ended(token)));
  expect(await end('/auth/sessions', mine)).toMatchObject({ status: 204 });
  for (const socket of sockets) expect(await socket.end).toBe('io server disconnect');
  for (const token of others) expect(await statusOf(token)).toBe(401);
  expect(await listFor(mine)).toHaveLength(1);
  expect(await statusOf(stranger.token)).toBe(200);
});
