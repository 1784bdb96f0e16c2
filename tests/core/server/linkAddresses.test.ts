import { https } from '#server/https/index.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CSRF_HEADER } from '#contract/paths.ts';
import { COOKIES } from '#contract/storageKeys.ts';
import { isRecord, textOf } from '#domain/records.ts';
import { TabletClient } from '#support/server/tabletClient.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

// Links hold secrets: they lead to PUBLIC_URL or to where the admin's own page is, and to nothing that a header made up.

const OWN = 'photos.home:8443';
const EVIL = 'evil.example';
const CSRF = 'a'.repeat(48);

interface Ready {
  server: TestServer;
  /** Calls whose responses hold a link. */
  calls: () => { url: string; payload: object }[];
  token: string;
}

async function readyServer(settings: Parameters<typeof startTestServer>[0]): Promise<Ready> {
  const server = await startTestServer(settings);
  const { token, user } = await server.signIn({ permissions: ['admin', 'photos:write'] });
  const client = await TabletClient.on(server);
  const albumId = await client.albumIdOf({ name: 'summer', slug: 'summer' });
  const calls = () => [
    { url: '/invitations', payload: { name: 'Tom', permissions: [], term: 'day' } },
    { url: `/users/${user.id}/sign-in-link`, payload: {} },
    { url: '/tablets', payload: { name: `hall ${randomUUID()}` } },
    { url: '/shares', payload: { albumId, term: 'day' } },
  ];
  return { server, calls, token };
}

/** Where the four links lead that a request with these headers makes; a number is a refusal's status. */
async function linksWith({ server, calls, token }: Ready, headers: Record<string, string>) {
  const origins: (string | number)[] = [];
  for (const call of calls()) {
    const { statusCode, body } = await server.app.inject({
      method: 'POST',
      ...call,
      headers: { authorization: `Bearer ${token}`, host: OWN, ...headers },
    });
    const made: unknown = statusCode < 300 ? JSON.parse(body) : undefined;
    origins.push(isRecord(made) ? new URL(textOf(made, 'url')).origin : statusCode);
  }
  return [...new Set(origins)];
}

const asPage = (origin: string) => ({ origin, cookie: `${COOKIES.csrf}=${CSRF}`, [CSRF_HEADER.toLowerCase()]: CSRF });

let plain: Ready;
let proxied: Ready;
let named: Ready;
let home: Ready;
let homeAtPublicName: Ready;
beforeAll(async () => {
  plain = await readyServer({});
  proxied = await readyServer({ trustProxy: true });
  named = await readyServer({ trustProxy: true, publicUrl: 'https://photos.example' });
  // Without TLS, so that calls reach them; the ways in are those of HTTPS=home.
  home = await readyServer({});
  homeAtPublicName = await readyServer({ publicUrl: 'https://photos.example' });
  for (const { server } of [home, homeAtPublicName])
    https.of(server.dependencies.core).doorway.serve({ https: 8443, http: 8080 });
});
afterAll(() => Promise.all([plain, proxied, named, home, homeAtPublicName].map(({ server }) => server.close())));

test('without a proxy the Host is where the admin is, and forwarded headers say nothing', async () => {
  expect(await linksWith(plain, {})).toEqual([`http://${OWN}`]);
  expect(await linksWith(plain, asPage(`http://${OWN}`))).toEqual([`http://${OWN}`]);
  const forwarded = { 'x-forwarded-host': EVIL, 'x-forwarded-proto': 'https' };
  expect(await linksWith(plain, forwarded)).toEqual([`http://${OWN}`]);
});

describe('behind a trusted proxy', () => {
  test.each([[EVIL], [`${EVIL}:8443`], [`${OWN}, ${EVIL}`], [`${EVIL}, ${EVIL}`], [`${OWN}@${EVIL}`], [`${EVIL}/#`]])(
    'X-Forwarded-Host: %s leads no link away',
    async (host) => {
      const headers = { 'x-forwarded-host': host, 'x-forwarded-proto': 'https' };
      expect(await linksWith(proxied, headers)).toEqual([`https://${OWN}`]);
    },
  );

  test('a page cannot send a foreign X-Forwarded-Host', async () => {
    const headers = { 'x-forwarded-host': EVIL, 'x-forwarded-proto': 'https' };
    expect(await linksWith(proxied, { ...headers, ...asPage(`https://${OWN}`) })).toEqual([403]);
    expect(await linksWith(proxied, { ...headers, origin: `https://${EVIL}` })).toEqual([403]);
    expect(await linksWith(proxied, { ...headers, origin: 'null' })).toEqual([403]);
  });

  test('a scheme that is none of the web’s makes no link', async () => {
    expect(await linksWith(proxied, { 'x-forwarded-proto': 'javascript' })).toEqual([`http://${OWN}`]);
  });

  test('links lead to the proxy’s name, whether it keeps the Host or names it in X-Forwarded-Host', async () => {
    const kept = { 'x-forwarded-proto': 'https' };
    expect(await linksWith(proxied, { ...kept, ...asPage(`https://${OWN}`) })).toEqual([`https://${OWN}`]);
    const renamed = { host: '127.0.0.1:8083', 'x-forwarded-host': 'photos.example', 'x-forwarded-proto': 'https' };
    expect(await linksWith(proxied, { ...renamed, ...asPage('https://photos.example') })).toEqual([
      'https://photos.example',
    ]);
  });
});

test('PUBLIC_URL wins over all headers', async () => {
  const headers = { host: EVIL, 'x-forwarded-host': EVIL, 'x-forwarded-proto': 'http' };
  expect(await linksWith(named, headers)).toEqual(['https://photos.example']);
});

const environmentOf = async ({ server }: Ready) => (await server.app.inject('/environment.js')).body;

describe('with HTTPS=home', () => {
  test.each([
    ['192.168.1.20:8443', 'http://192.168.1.20:8080'],
    ['circuit-tree.local:8443', 'http://circuit-tree.local:8080'],
    ['[fd00::20]:8443', 'http://[fd00::20]:8080'],
  ])('links made at %s lead past the page where a device learns to trust the house', async (host, origin) => {
    expect(await linksWith(home, { host })).toEqual([origin]);
  });

  test('no key is sent to that page, which everybody in the network could read along', async () => {
    const { body } = await home.server.app.inject({
      method: 'POST',
      url: '/tablets',
      payload: { name: `hall ${randomUUID()}` },
      headers: { authorization: `Bearer ${home.token}`, host: '192.168.1.20:8443' },
    });
    const made: unknown = JSON.parse(body);
    const [key, url] = isRecord(made) ? [textOf(made, 'key'), textOf(made, 'url')] : [];
    expect(url).toBe(`http://192.168.1.20:8080/#go=/circuit-tree?apiKey=${key}`);
  });

  test('the page gives other devices the address on http, or its own where all trust the server', async () => {
    expect(await environmentOf(home)).toContain('"trustPort":8080');
    for (const ready of [plain, homeAtPublicName]) expect(await environmentOf(ready)).not.toContain('trustPort');
    expect(await linksWith(homeAtPublicName, {})).toEqual(['https://photos.example']);
  });
});
