import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { distFolder } from '#support/server/distFolder.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

const ALLOWED = 'https://photos.example.org';
const NO_MATCH = { status: 403, body: { message: 'This page is out of date: please reload it and try again' } };

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

test.each(['/', '/environment.js'])('the cookie comes with %s', async (path) => {
  const answer = await server.call(path);
  expect(cookieOf(answer)).toMatch(/^[0-9a-f]{48}$/);
  const [cookie = ''] = answer.headers.getSetCookie();
  expect(cookie).toContain('SameSite=Lax');
  expect(cookie).toContain('Path=/');
  expect(cookie).not.toContain('HttpOnly');
  expect(cookie).not.toContain('Secure');
});

describe("a browser's write from our own origin", () => {
  test('passes when the header matches the cookie', async () => {
    const csrf = cookieOf(await server.call('/'));
    const headers = { Origin: server.origin, Cookie: `XSRF-TOKEN=${csrf}`, 'X-XSRF-TOKEN': csrf };
    expect(await write(headers)).toMatchObject({ status: 201 });
  });

  test('is refused with neither, and stores nothing', async () => {
    const before = await server.call('/photos/albums', { token });
    const answer = await write({ Origin: server.origin });
    expect(answer).toMatchObject(NO_MATCH);
    expect(cookieOf(answer), 'the next try has a cookie').toMatch(/^[0-9a-f]{48}$/);
    expect((await server.call('/photos/albums', { token })).body).toEqual(before.body);
  });

  test('holds for the public calls too', async () => {
    const asked = { method: 'POST', body: { token: 'x' }, headers: { Origin: server.origin } };
    expect(await server.call('/auth/sign-in-link', asked)).toMatchObject(NO_MATCH);
  });
});

test('a write from an allowed origin needs no token, and its page may read the answer', async () => {
  const answer = await write({ Origin: ALLOWED });
  expect(answer).toMatchObject({ status: 201 });
  expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(ALLOWED);
});
