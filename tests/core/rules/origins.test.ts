import Fastify, { type InjectOptions } from 'fastify';
import { describe, expect, test } from 'vitest';
import {
  isAllowedSocketOrigin,
  kindOfOrigin,
  linkOrigin,
  registerCrossOrigin,
  tabletLink,
} from '#server/core/http/security/origins.ts';
import type { SchemaTypes } from '#server/core/http/typedApp.ts';

const NONE = { corsOrigins: [], publicUrl: undefined };
const WALL = { corsOrigins: ['https://wall.example'], publicUrl: 'https://photos.example/base' };

describe('whose page speaks to us', () => {
  test.each([
    ['http://photos.home:8083', 'photos.home:8083', 'own'],
    ['https://photos.home', 'photos.home', 'own'],
    ['http://photos.home:8083', 'photos.home:9000', 'foreign'],
    ['http://photos.home', 'photos.home:8083', 'foreign'],
    ['http://evil.example', 'photos.home:8083', 'foreign'],
    ['http://photos.home.evil.example', 'photos.home', 'foreign'],
    ['http://localhost:8083', '127.0.0.1:8083', 'own'],
    ['http://127.0.0.1:8083', 'localhost:8083', 'own'],
    ['http://[::1]:8083', 'localhost:8083', 'own'],
    ['http://localhost:8083', '127.0.0.1:9000', 'foreign'],
    ['http://localhost', '127.0.0.1:80', 'own'],
    ['https://localhost', '127.0.0.1:443', 'own'],
    ['https://localhost', '127.0.0.1:80', 'foreign'],
    ['http://localhost:8083', 'photos.home:8083', 'foreign'],
    ['http://photos.home:8083', 'localhost:8083', 'foreign'],
    ['null', 'photos.home', 'foreign'],
    ['nonsense', 'photos.home', 'foreign'],
    ['', 'photos.home', 'foreign'],
  ])('%s at %s is %s', (origin, host, kind) => {
    expect(kindOfOrigin(origin, host, NONE)).toBe(kind);
  });

  test('is ours at the public address as well, and at the one that was asked', () => {
    expect(kindOfOrigin('https://photos.example', '10.0.0.2:8083', WALL)).toBe('own');
    expect(kindOfOrigin('http://10.0.0.2:8083', '10.0.0.2:8083', WALL)).toBe('own');
    expect(kindOfOrigin('https://photos.example', '10.0.0.2:8083', NONE)).toBe('foreign');
  });

  test('is allowed when the operator named it, letter by letter', () => {
    expect(kindOfOrigin('https://wall.example', 'photos.example', WALL)).toBe('allowed');
    for (const other of ['http://wall.example', 'https://wall.example:8443', 'https://a.wall.example']) {
      expect(kindOfOrigin(other, 'photos.example', WALL), other).toBe('foreign');
    }
  });
});

test('a socket is opened by our page, an allowed one or a device without an origin', () => {
  expect(isAllowedSocketOrigin(undefined, 'photos.home', NONE)).toBe(true);
  expect(isAllowedSocketOrigin('https://photos.home', 'photos.home', NONE)).toBe(true);
  expect(isAllowedSocketOrigin('https://wall.example', 'photos.home', WALL)).toBe(true);
  expect(isAllowedSocketOrigin('https://evil.example', 'photos.home', WALL)).toBe(false);
});

test.each([
  ['https://photos.example/base', 'https://photos.example/base'],
  [undefined, 'http://photos.home:8083'],
])(
  'a link for another device leads to PUBLIC_URL (%s), or to where the request reached the server',
  async (publicUrl, origin) => {
    const app = Fastify();
    app.get('/', (request) =>
      linkOrigin(request, { settings: { publicUrl }, addresses: { linkOrigin: (direct) => direct } }),
    );
    expect((await app.inject({ url: '/', headers: { host: 'photos.home:8083' } })).body).toBe(origin);
  },
);

describe('behind a proxy whose X-Forwarded-Host anybody may have written', () => {
  const FORWARDED = { 'x-forwarded-host': 'photos.example', 'x-forwarded-proto': 'https', host: 'inside:8083' };

  test.each([
    ['a page at that host', { origin: 'https://photos.example' }, 'https://photos.example'],
    ['a page elsewhere', { origin: 'https://evil.example' }, 'https://inside:8083'],
    ['no page', {}, 'https://inside:8083'],
    ['nonsense', { origin: 'null' }, 'https://inside:8083'],
    ['a page by plain http', { origin: 'http://photos.example', 'x-forwarded-proto': 'http' }, 'http://photos.example'],
  ])('a link is made for %s', async (_who, headers, expected) => {
    const app = Fastify({ trustProxy: true });
    const sources = { settings: { publicUrl: undefined }, addresses: { linkOrigin: (direct: string) => direct } };
    app.get('/', (request) => [linkOrigin(request, sources), tabletLink(request, sources, 'k 1')]);
    const { body } = await app.inject({ url: '/', headers: { ...FORWARDED, ...headers } });
    expect(JSON.parse(body)).toEqual([expected, `${expected}/circuit-tree?apiKey=k%201`]);
  });

  test('a tablet’s link leads past the page where its device learns to trust the house', async () => {
    const app = Fastify();
    const addresses = { linkOrigin: () => 'http://photos.home' };
    app.get('/', (request) => tabletLink(request, { settings: { publicUrl: 'https://photos.home' }, addresses }, 'k'));
    const { body } = await app.inject({ url: '/' });
    expect(body).toMatch(/^http:\/\/photos\.home\/.+\/circuit-tree\?apiKey=k$/);
  });
});

async function ask(corsOrigins: string[], request: InjectOptions) {
  const app = Fastify().withTypeProvider<SchemaTypes>();
  await registerCrossOrigin(app, { corsOrigins });
  app.get('/', () => 'photos');
  return app.inject({ url: '/', ...request });
}

describe('a page of another origin', () => {
  const origin = 'https://wall.example';
  const preflight = { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'PUT' } } as const;

  test('may call with credentials when the operator named it', async () => {
    const { headers } = await ask([origin], { method: 'GET', headers: { origin } });
    expect(headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': 'ETag',
    });
    const { statusCode, headers: allowed } = await ask([origin], preflight);
    expect(statusCode).toBe(204);
    expect(allowed).toMatchObject({
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers':
        'Authorization, Content-Type, If-Match, X-API-Key, X-Share-Key, X-Device-Secret, X-XSRF-TOKEN',
      'access-control-max-age': '600',
    });
  });

  test('is told nothing else, and nothing at all where none is named', async () => {
    const headers = { origin: 'https://evil.example' };
    expect((await ask([origin], { method: 'GET', headers })).headers).not.toHaveProperty('access-control-allow-origin');
    const asked = { method: 'OPTIONS', headers: { ...preflight.headers, ...headers } } as const;
    expect((await ask([origin], asked)).headers).not.toHaveProperty('access-control-allow-origin');
    expect((await ask([], { method: 'GET', headers: { origin } })).headers).not.toHaveProperty('vary');
    expect((await ask([], preflight)).statusCode).toBe(404);
  });
});
