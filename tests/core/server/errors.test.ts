import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  token = (await server.signIn({ permissions: ['admin'] })).token;
});
afterAll(() => server.close());

/** Bytes as they are, which no HTTP client would send. */
function bytes(text: string): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.origin);
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let heard = '';
    socket.on('data', (chunk) => {
      heard += chunk.toString();
    });
    socket.once('error', reject);
    socket.once('close', () => {
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(heard)?.[1]);
      resolve({ status, body: JSON.parse(heard.slice(heard.indexOf('\r\n\r\n') + 4)) });
    });
  });
}

describe('every refusal is a sentence in JSON', () => {
  test.each([
    ['an unknown address', 'GET', '/nowhere', {}, 404, 'There is nothing at this address'],
    ['a method that is not there', 'DELETE', '/users', {}, 404, 'There is nothing at this address'],
    [
      'a body that is no JSON',
      'POST',
      '/photos/albums',
      { body: '{"name":' },
      400,
      'The body of the request is not valid JSON',
    ],
    [
      'a poisoned body',
      'POST',
      '/photos/albums',
      { body: '{"__proto__":{"admin":true}}' },
      400,
      'The body of the request is not valid JSON',
    ],
    [
      'an empty body',
      'POST',
      '/photos/albums',
      { body: '' },
      400,
      'The request has no body, and a JSON body was expected',
    ],
    [
      'another type of body',
      'POST',
      '/photos/albums',
      { body: 'name=a', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
      415,
      'This address does not take a body of that Content-Type',
    ],
    [
      'a body that is too large',
      'POST',
      '/photos/albums',
      { body: { name: 'x'.repeat(300_000), slug: 'a' } },
      413,
      'The request is too large',
    ],
    [
      'a wrong type in a body',
      'POST',
      '/photos/albums',
      { body: { name: 7, slug: 'a' } },
      400,
      'The request is malformed: name must be string',
    ],
    [
      'a query that makes no sense',
      'GET',
      '/photos/albums/x/photos?includeChildAlbums=perhaps',
      {},
      400,
      'The request is malformed: includeChildAlbums must be boolean',
    ],
    ['a broken address', 'GET', '/users/%E0%A4%A/permissions', {}, 400, 'The address is malformed'],
    [
      'an endless address',
      'POST',
      `/photos/albums/${'a'.repeat(2_000)}/photos`,
      { body: {} },
      414,
      'The address is too long',
    ],
  ])('%s', async (...[, method, path, more, status, message]) => {
    const answer = await server.call(path, { method, token, ...more });
    expect(answer).toMatchObject({ status });
    expect(answer.body).toEqual({ message });
    expect(answer.headers.get('Content-Type')).toMatch(/^application\/json/);
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
  });

  test.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400, 'The request is malformed'],
    ['a header that is none', 'GET / HTTP/1.1\r\nHost: a\r\nbad header\r\n\r\n', 400, 'The request is malformed'],
    [
      'headers without end',
      `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`,
      431,
      'The headers of the request are too large',
    ],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
      'The request is malformed',
    ],
  ])('%s', async (...[, text, status, message]) => {
    expect(await bytes(text)).toEqual({ status, body: { message } });
  });
});

test("an internal error reveals nothing of the server's insides", async () => {
  const { db } = server.dependencies;
  const broken = await startTestServer();
  await broken.dependencies.db.schema.dropTable('user_permissions').execute();
  const answer = await broken.call('/users', { token });
  expect([401, 500]).toContain(answer.status);
  const user = await broken.call('/auth/dev/user');
  expect(user).toMatchObject({ status: 500 });
  expect(user.body).toEqual({ message: 'Something went wrong on the server: please try again' });
  await broken.close();
  expect(await db.selectFrom('users').selectAll().execute()).not.toEqual([]);
});

test('the health call says ok', async () => {
  expect(await server.call('/health')).toMatchObject({ status: 200, body: { status: 'ok' } });
});
