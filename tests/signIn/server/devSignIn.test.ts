import { request } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestResponse, fieldOf, startTestServer, type TestServer } from '#support/server/testServer.ts';

const ONLY_HERE = {
  status: 403,
  body: { message: expect.stringMatching(/^The dev sign-in works only on the machine/) },
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** fetch decides the Host header itself; a tunnel doesn't. */
function withHeaders(headers: Record<string, string>): Promise<Pick<TestResponse, 'status'>> {
  return new Promise((resolve, reject) => {
    const url = `${server.origin}/auth/dev/admin`;
    const asked = request(url, { headers }, (answer) => resolve({ status: answer.resume().statusCode ?? 0 }));
    asked.once('error', reject).end();
  });
}

test('the dev user reads photos only, the dev admin is an admin', async () => {
  const user = await server.call('/auth/dev/user');
  expect(user).toMatchObject({
    status: 200,
    body: { success: true, email: 'dev-user@localhost', permissions: ['photos:read'], firstName: 'Dev' },
  });
  const token = fieldOf(user, 'token');
  expect(await server.call('/photos/albums', { token })).toMatchObject({ status: 200 });
  expect(await server.call('/users', { token })).toMatchObject({ status: 403 });
  const admin = await server.call('/auth/dev/admin');
  expect(admin).toMatchObject({ status: 200, body: { email: 'dev-admin@localhost', permissions: ['admin'] } });
  expect(await server.call('/users', { token: fieldOf(admin, 'token') })).toMatchObject({ status: 200 });
});

test('what an admin gave or took from the dev user stays', async () => {
  const first = await server.call('/auth/dev/user');
  const admin = fieldOf(await server.call('/auth/dev/admin'), 'token');
  const path = `/users/${fieldOf(first, 'userId')}/permissions`;
  await server.call(path, { method: 'PUT', token: admin, body: { permissions: [] } });
  expect(await server.call('/auth/dev/user')).toMatchObject({ body: { permissions: [] } });
});

test('first sign-ins that come at once make one account', async () => {
  const fresh = await startTestServer();
  const answers = await Promise.all(Array.from({ length: 10 }, () => fresh.call('/auth/dev/admin')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await fresh.dependencies.users.list()).toHaveLength(1);
  await fresh.close();
});

test('an answer with a token is kept by nobody on the way', async () => {
  expect((await server.call('/auth/dev/user')).headers.get('Cache-Control')).toBe('no-store');
});

describe('from elsewhere', () => {
  test('a proxy is refused', async () => {
    const headers = { 'X-Forwarded-For': '127.0.0.1' };
    expect(await server.call('/auth/dev/admin', { headers })).toMatchObject(ONLY_HERE);
  });

  test('HTTP/1.0, which proxies speak and browsers do not, is refused', async () => {
    const { port } = new URL(server.origin);
    const socket = connect(Number(port), '127.0.0.1');
    socket.end('GET /auth/dev/admin HTTP/1.0\r\nHost: localhost\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 403 /);
  });

  test('a name that leads here is refused, a loopback address is let in', async () => {
    expect((await withHeaders({ Host: 'localhost.evil.example' })).status).not.toBe(200);
    expect(await withHeaders({ Host: '127.1.2.3:80' })).toMatchObject({ status: 200 });
  });

  test('an address of the network is refused, unless DEV_SIGN_IN_FROM_LAN opens it', async ({ skip }) => {
    const lan = Object.values(networkInterfaces())
      .flat()
      .find((entry) => entry?.family === 'IPv4' && !entry.internal);
    if (!lan) return skip('this machine has no address but the loopback');
    for (const devSignInFromLan of [false, true]) {
      const open = await startTestServer({ devSignInFromLan, host: '0.0.0.0' });
      const origin = open.origin.replace('127.0.0.1', lan.address);
      expect((await fetch(`${origin}/auth/dev/admin`)).status).toBe(devSignInFromLan ? 200 : 403);
      await open.close();
    }
  });
});

test('in production there is no dev sign-in, and no other way into its accounts', async () => {
  const production = await startTestServer({ production: true });
  const unknown = await production.call('/auth/no-such-thing');
  for (const path of ['/auth/dev/user', '/auth/dev/admin']) {
    const answer = await production.call(path);
    expect([answer.status, answer.body]).toEqual([404, unknown.body]);
  }
  const token = await production.dependencies.oneTime.createLink('dev-admin@localhost');
  expect(await production.call('/auth/sign-in-link', { method: 'POST', body: { token } })).toMatchObject({
    status: 403,
  });
  expect(await production.dependencies.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
  await production.close();
});
