import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const TOO_MANY = { status: 429, body: { message: expect.stringMatching(/^Too many wrong keys/) } };

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

async function guess(times: number) {
  for (let guesses = 0; guesses < times; guesses += 1) await server.call(`/auth/check-api-key/wrong-${guesses}`);
}

function from(address: string) {
  return { headers: { 'X-Forwarded-For': address } };
}

describe('API keys', () => {
  test('the check says yes to a kiosk key and no to everything else', async () => {
    const key = await server.createKey('Living room');
    const node = await server.createKey('Lamp', 'node');
    const { id: installation } = server.dependencies.installation;
    const check = async (asked: string) => {
      const { status, body } = await server.call(`/auth/check-api-key/${asked}`);
      return { status, body };
    };
    expect(await check(key)).toEqual({ status: 200, body: { valid: true, installation } });
    const no = { valid: false, message: 'This API key is not valid', installation };
    expect(await check(node), 'a key for devices').toEqual({
      status: 401,
      body: { ...no, code: 'credential-refused' },
    });
    for (const wrong of ['nonsense', `${key}0`, key.slice(1), '%20', 'a'.repeat(900), encodeURIComponent('../x')]) {
      expect(await check(wrong), wrong).toEqual({ status: 401, body: { ...no, code: 'credential-unknown' } });
    }
  });

  test('a key is kept as a hash only', async () => {
    const key = await server.createKey('Living room');
    const rows = await server.dependencies.db.selectFrom('api_keys').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(key);
  });

  test('a revoked key stays known as revoked, whatever is made under its name later', async () => {
    const key = await server.createKey('Living room');
    await server.dependencies.keys.revoke('Living room');
    await server.createKey('Living room');
    server.clock.advance(4_000 * DAY_MS);
    const refused = { code: 'credential-refused', installation: server.dependencies.installation.id };
    expect(await server.call(`/auth/check-api-key/${key}`)).toMatchObject({ status: 401, body: refused });
  });

  test("a refusal empties the browser's own cache and nothing else; no other answer does", async () => {
    const cleared = async (path: string, key?: string) =>
      (await server.call(path, key === undefined ? {} : { key })).headers.get('Clear-Site-Data');
    const revoked = await server.createKey('Hall');
    await server.dependencies.keys.revoke('Hall');
    expect(await cleared('/photos/albums', revoked)).toBe('"cache"');
    expect(await cleared(`/auth/check-api-key/${revoked}`)).toBe('"cache"');
    expect(await cleared('/photos/albums', 'unknown')).toBeNull();
    expect(await cleared('/auth/check-api-key/unknown')).toBeNull();
    const key = await server.createKey('Living room');
    expect(await cleared('/photos/albums')).toBeNull();
    expect(await cleared('/photos/albums', key)).toBeNull();
    expect(await cleared('/users', key)).toBeNull();
    expect(await cleared(`/auth/check-api-key/${key}`)).toBeNull();
  });

  test('of many creations of one name at once, one wins', async () => {
    const { keys } = server.dependencies;
    const made = await Promise.allSettled(Array.from({ length: 20 }, () => keys.create('Hall', 'kiosk')));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await keys.list()).toHaveLength(1);
  });
});

describe('wrong guesses', () => {
  test('are limited by address, and neither a good kiosk there nor the word that a key was revoked', async () => {
    const key = await server.createKey('Living room');
    const revoked = await server.createKey('Hall');
    await server.dependencies.keys.revoke('Hall');
    for (let asked = 0; asked < 100; asked += 1) await server.call('/photos/albums', { key: revoked });
    expect(await server.call('/auth/check-api-key/wrong')).toMatchObject({ status: 401 });
    const { token } = await server.signIn({ permissions: ['photos:read'] });
    await guess(60);
    expect(await server.call('/auth/check-api-key/wrong')).toMatchObject(TOO_MANY);
    for (const path of ['/photos/albums', `/auth/check-api-key/${revoked}`]) {
      const answer = await server.call(path, { key: revoked });
      expect(answer, path).toMatchObject({ status: 401, body: { code: 'credential-refused' } });
    }
    expect(await server.call('/photos/albums', { key: 'wrong' })).toMatchObject(TOO_MANY);
    expect(await server.call('/photos/albums', { token: 'wrong' })).toMatchObject(TOO_MANY);
    expect(await server.call(`/auth/check-api-key/${key}`)).toMatchObject({ status: 200 });
    expect(await server.call('/photos/albums', { key })).toMatchObject({ status: 200 });
    expect(await server.call('/photos/albums', { token })).toMatchObject({ status: 200 });
    server.clock.advance(MINUTE_MS);
    expect(await server.call('/auth/check-api-key/wrong')).toMatchObject({ status: 401 });
  });

  test('cannot hide behind a made-up X-Forwarded-For, which counts only from a trusted proxy', async () => {
    await guess(60);
    expect(await server.call('/auth/check-api-key/wrong', from('198.51.100.1'))).toMatchObject(TOO_MANY);
    const proxied = await startTestServer({ trustProxy: '127.0.0.1' });
    for (let guesses = 0; guesses < 60; guesses += 1) await proxied.call('/auth/check-api-key/x', from('198.51.100.1'));
    expect(await proxied.call('/auth/check-api-key/x', from('198.51.100.1'))).toMatchObject(TOO_MANY);
    expect(await proxied.call('/auth/check-api-key/x', from('198.51.100.2'))).toMatchObject({ status: 401 });
    await proxied.close();
  });
});
