import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { distFolder } from '#support/server/distFolder.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

const ALLOWED = 'https://photos.example.org';
const NO_MATCH = { status: 403, body: { message: 'This page is out of date: please reload it and try again' } };
const FOREIGN = { status: 403, body: { message: 'Pages of another origin may not change anything here' } };

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer({ distDir: distFolder(), corsOrigins: [ALLOWED] });
  token = (await server.signIn({ permissions: ['admin'] })).token;
});
afterAll(() => server.close());

let albums = 0;
function write(headers: Record<string, string>) {
  albums += 1;
  const body = { name: `Album ${albums}`, slug: `album-${albums}` };
  return server.call('/photos/albums', { method: 'POST', token, body, headers });
}

function cookieOf(answer: { headers: Headers }): string {
  const cookie = answer.headers.getSetCookie().find((text) => text.startsWith('XSRF-TOKEN='));
  return /^XSRF-TOKEN=([^;]*)/.exec(cookie ?? '')?.[1] ?? '';
}

describe('the cookie', () => {
  test.each(['/', '/admin/photos', '/circuit-tree', '/environment.js'])('comes with %s', async (path) => {
    const answer = await server.call(path);
    expect(cookieOf(answer)).toMatch(/^[0-9a-f]{48}$/);
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).toContain('SameSite=Lax');
    expect(cookie).toContain('Path=/');
    expect(cookie).not.toContain('HttpOnly');
    expect(cookie).not.toContain('Secure');
  });

  test('stays the same for other open tabs, and a made-up one is replaced', async () => {
    const first = cookieOf(await server.call('/'));
    expect(cookieOf(await server.call('/', { headers: { Cookie: `XSRF-TOKEN=${first}` } }))).toBe(first);
    expect(cookieOf(await server.call('/', { headers: { Cookie: 'XSRF-TOKEN=chosen' } }))).not.toBe('chosen');
  });
});

describe("a browser's write from our own origin", () => {
  test('passes when the header matches the cookie', async () => {
    const csrf = cookieOf(await server.call('/'));
    const headers = { Origin: server.origin, Cookie: `XSRF-TOKEN=${csrf}`, 'X-XSRF-TOKEN': csrf };
    expect(await write(headers)).toMatchObject({ status: 201 });
  });

  test.each([
    ['neither', {}],
    ['the cookie alone', { Cookie: 'XSRF-TOKEN=abc' }],
    ['the header alone', { 'X-XSRF-TOKEN': 'abc' }],
    ['two that differ', { Cookie: 'XSRF-TOKEN=abc', 'X-XSRF-TOKEN': 'abd' }],
    ['two empty ones', { Cookie: 'XSRF-TOKEN=', 'X-XSRF-TOKEN': '' }],
  ])('is refused with %s', async (_name, headers) => {
    const before = await server.call('/photos/albums', { token });
    const answer = await write({ Origin: server.origin, ...headers });
    expect(answer).toMatchObject(NO_MATCH);
    expect(cookieOf(answer), 'the next try has a cookie').toMatch(/^[0-9a-f]{48}$/);
    expect((await server.call('/photos/albums', { token })).body).toEqual(before.body);
  });

  test('is known by Sec-Fetch-Site where there is no Origin', async () => {
    expect(await write({ 'Sec-Fetch-Site': 'same-origin' })).toMatchObject(NO_MATCH);
  });

  test('holds for the public calls too', async () => {
    const asked = { method: 'POST', body: { token: 'x' }, headers: { Origin: server.origin } };
    expect(await server.call('/auth/sign-in-link', asked)).toMatchObject(NO_MATCH);
  });
});

describe('other senders', () => {
  test('a script without an Origin needs no token', async () => {
    expect(await write({})).toMatchObject({ status: 201 });
  });

  test('an allowed other origin needs none either', async () => {
    expect(await write({ Origin: ALLOWED })).toMatchObject({ status: 201 });
  });

  test.each([
    'https://evil.example',
    'http://photos.example.org',
    'https://photos.example.org.evil.example',
    'null',
    'nonsense',
  ])('the origin %s is refused', async (origin) => {
    expect(await write({ Origin: origin })).toMatchObject(FOREIGN);
  });
});

describe('CORS', () => {
  test('an allowed origin may read with credentials and is told so before it writes', async () => {
    const answer = await server.call('/photos/albums', { token, headers: { Origin: ALLOWED } });
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(ALLOWED);
    expect(answer.headers.get('Access-Control-Allow-Credentials')).toBe('true');
    const headers = {
      Origin: ALLOWED,
      'Access-Control-Request-Method': 'PUT',
      'Access-Control-Request-Headers': 'authorization,content-type,x-api-key',
    };
    const preflight = await server.call('/users/x/permissions', { method: 'OPTIONS', headers });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('Access-Control-Allow-Methods')).toContain('PUT');
    expect(preflight.headers.get('Access-Control-Allow-Headers')).toContain('X-API-Key');
  });

  test('any other origin is told nothing', async () => {
    for (const method of ['GET', 'OPTIONS']) {
      const headers = { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'GET' };
      const answer = await server.call('/photos/albums', { method, token, headers });
      expect(answer.headers.get('Access-Control-Allow-Origin'), method).not.toBe('https://evil.example');
      expect(answer.headers.get('Access-Control-Allow-Origin'), method).not.toBe('*');
    }
  });
});
