import cookie from '@fastify/cookie';
import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { UserError } from '#server/core/errors.ts';
import { guardAgainstForgery, setCsrfCookie } from '#server/core/http/security/origins.ts';

const OWN = 'http://photos.home';
const WALL = 'https://wall.example';
const GOOD = 'a1'.repeat(24);

async function start() {
  const app = Fastify({ trustProxy: true });
  app.setErrorHandler((error, _request, reply) =>
    reply.status(error instanceof UserError ? error.status : 500).send({ message: String(error) }),
  );
  await app.register(cookie);
  guardAgainstForgery(app, { corsOrigins: [WALL], publicUrl: undefined });
  app.all('/it', () => 'done');
  app.get('/page', (request, reply) => {
    setCsrfCookie(request, reply);
    return 'page';
  });
  return app;
}

type Headers = Record<string, string>;
type Method = 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

async function send(headers: Headers, method: Method = 'POST') {
  return (await start()).inject({ method, url: '/it', headers: { host: 'photos.home', ...headers } });
}

const pair = (inCookie: string, inHeader: string): Headers => ({
  origin: OWN,
  cookie: `XSRF-TOKEN=${inCookie}`,
  'x-xsrf-token': inHeader,
});

describe('a write', () => {
  test.each<[string, Headers]>([
    ['of our own page, with its token', pair(GOOD, GOOD)],
    ['of a device or a script, which send no origin', {}],
    ['of an allowed origin, which cannot read our cookie', { origin: WALL }],
  ])('%s passes', async (_name, headers) => {
    expect((await send(headers)).statusCode).toBe(200);
  });

  test.each<[string, Headers]>([
    ['without a token', { origin: OWN }],
    ['with the cookie alone, which any page can make the browser send', { origin: OWN, cookie: `XSRF-TOKEN=${GOOD}` }],
    ['with the header alone', { origin: OWN, 'x-xsrf-token': GOOD }],
    ['with two that differ', pair(GOOD, 'b2'.repeat(24))],
    ['with two that are empty', pair('', '')],
    ['from a browser that names no origin', { 'sec-fetch-site': 'same-origin' }],
  ])('of our own page %s is turned away, with a cookie for the next try', async (_name, headers) => {
    const response = await send(headers);
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({ message: expect.stringContaining('This page is out of date') });
    expect(response.cookies.map(({ name }) => name)).toEqual(['XSRF-TOKEN']);
  });

  test.each(['https://evil.example', 'http://wall.example', 'https://wall.example.evil.example', 'null', 'nonsense'])(
    'from %s is turned away, token or not',
    async (origin) => {
      for (const headers of [{ origin }, { ...pair(GOOD, GOOD), origin }]) {
        const response = await send(headers);
        expect(response.statusCode).toBe(403);
        expect(response.json()).toMatchObject({
          message: expect.stringContaining('Pages of another origin may not change anything here'),
        });
        expect(response.cookies).toEqual([]);
      }
    },
  );

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('is a %s', async (method) => {
    expect((await send({ origin: 'https://evil.example' }, method)).statusCode).toBe(403);
  });

  test.each(['GET', 'HEAD', 'OPTIONS'] as const)('is no %s', async (method) => {
    expect((await send({ origin: 'https://evil.example' }, method)).statusCode).toBe(200);
  });
});

async function cookieAfter(headers: Headers) {
  const response = await (await start()).inject({ url: '/page', headers });
  return response.cookies[0];
}

describe('the cookie', () => {
  test('is new for a new browser, readable by our page, sent to all of our paths, for a year', async () => {
    const given = await cookieAfter({});
    expect(given).toMatchObject({ name: 'XSRF-TOKEN', path: '/', maxAge: 31_536_000, sameSite: 'Lax' });
    expect(given?.value).toMatch(/^[0-9a-f]{48}$/);
    expect(given).not.toHaveProperty('httpOnly');
    expect(given).not.toHaveProperty('secure');
  });

  test('stays what it is for the other open tabs', async () => {
    expect(await cookieAfter({ cookie: `XSRF-TOKEN=${GOOD}` })).toMatchObject({ value: GOOD });
  });

  test.each(['chosen', `${GOOD}0`, `x${GOOD}`, GOOD.slice(1), GOOD.toUpperCase()])(
    'is replaced when it is %s',
    async (value) => {
      expect((await cookieAfter({ cookie: `XSRF-TOKEN=${value}` }))?.value).not.toBe(value);
    },
  );

  test('goes over https only once it came by https', async () => {
    expect(await cookieAfter({ 'x-forwarded-proto': 'https' })).toMatchObject({ secure: true });
  });
});
