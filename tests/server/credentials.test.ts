import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../support/server/testServer.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
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

function who(token: string) {
  return server.call('/photos/albums', { token });
}

describe('API keys', () => {
  test('the check says yes to a kiosk key and no to everything else', async () => {
    const key = await server.createKey('Living room');
    const node = await server.createKey('Lamp', 'node');
    expect(await server.call(`/auth/check-api-key/${key}`)).toMatchObject({ status: 200, body: { valid: true } });
    const no = { valid: false, message: 'This API key is not valid', code: 'credential-refused' };
    for (const wrong of [
      node,
      'nonsense',
      `${key}0`,
      key.slice(1),
      '%20',
      'a'.repeat(900),
      encodeURIComponent('../x'),
    ]) {
      expect(await server.call(`/auth/check-api-key/${wrong}`), wrong).toMatchObject({ status: 401, body: no });
    }
  });

  test('a key is kept as a hash only', async () => {
    const key = await server.createKey('Living room');
    const rows = await server.dependencies.db.selectFrom('api_keys').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(key);
  });

  test('a revocation counts from the next request', async () => {
    const key = await server.createKey('Living room');
    expect(await server.call('/photos/albums', { key })).toMatchObject({ status: 200 });
    await server.dependencies.keys.revoke('Living room');
    expect(await server.call('/photos/albums', { key })).toMatchObject({
      status: 401,
      body: { code: 'credential-refused' },
    });
    expect(await server.call(`/auth/check-api-key/${key}`)).toMatchObject({ status: 401 });
  });

  test("a refusal empties the browser's own cache and nothing else; no other answer does", async () => {
    const cleared = async (path: string, key?: string) =>
      (await server.call(path, key === undefined ? {} : { key })).headers.get('Clear-Site-Data');
    expect(await cleared('/photos/albums', 'nonsense')).toBe('"cache"');
    expect(await cleared('/auth/check-api-key/nonsense')).toBe('"cache"');
    const key = await server.createKey('Living room');
    expect(await cleared('/photos/albums')).toBeNull();
    expect(await cleared('/photos/albums', key)).toBeNull();
    expect(await cleared('/users', key)).toBeNull();
    expect(await cleared(`/auth/check-api-key/${key}`)).toBeNull();
  });

  test('a key never writes, not even beside the token of somebody who may', async () => {
    const key = await server.createKey('Living room');
    const { token } = await server.signIn({ permissions: ['admin'] });
    const body = { name: 'A', slug: 'a' };
    const answer = await server.call('/photos/albums', { method: 'POST', key, token, body });
    expect(answer).toMatchObject({ status: 403, body: { message: 'An API key may not do this: please sign in' } });
    expect(await server.call('/photos/albums', { key })).toMatchObject({ body: [] });
  });

  test('an active name is taken, a revoked one is free again', async () => {
    const { keys } = server.dependencies;
    const first = await keys.create('Hall', 'kiosk');
    await expect(keys.create('Hall', 'node')).rejects.toThrow('There is an active key named "Hall" already');
    await keys.revoke('Hall');
    const second = await keys.create('Hall', 'kiosk');
    expect(second).not.toBe(first);
    expect(await keys.revoke('Nowhere')).toBe(false);
  });

  test('of many creations of one name at once, one wins', async () => {
    const { keys } = server.dependencies;
    const made = await Promise.allSettled(Array.from({ length: 20 }, () => keys.create('Hall', 'kiosk')));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await keys.list()).toHaveLength(1);
  });
});

describe('wrong guesses', () => {
  test('are limited by address, and a good kiosk behind the same address is not', async () => {
    const key = await server.createKey('Living room');
    const { token } = await server.signIn({ permissions: ['photos:read'] });
    await guess(60);
    expect(await server.call('/auth/check-api-key/wrong')).toMatchObject(TOO_MANY);
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

  test('are counted by /64 of IPv6, and an IPv4 address stays one however it is written', async () => {
    const proxied = await startTestServer({ trustProxy: '127.0.0.1' });
    const check = (address: string) => proxied.call('/auth/check-api-key/x', from(address));
    for (let guesses = 0; guesses < 60; guesses += 1) {
      await check(`2001:db8:0:7:${guesses.toString(16)}::${guesses}`);
      await check(guesses % 2 === 0 ? '203.0.113.9' : '::ffff:203.0.113.9');
    }
    expect(await check('2001:db8:0:7:ffff:ffff:ffff:ffff')).toMatchObject(TOO_MANY);
    expect(await check('2001:db8:0:8::1')).toMatchObject({ status: 401 });
    expect(await check('::ffff:203.0.113.9')).toMatchObject(TOO_MANY);
    expect(await check('::ffff:203.0.113.10')).toMatchObject({ status: 401 });
    await proxied.close();
  });

  test('reads with a good key are not limited', async () => {
    const key = await server.createKey('Living room');
    for (let reads = 0; reads < 300; reads += 1) {
      expect((await server.call('/photos/albums', { key })).status).toBe(200);
    }
  });
});

describe('sessions', () => {
  test('a bare token in Authorization is accepted too', async () => {
    const { token } = await server.signIn({ permissions: ['photos:read'] });
    for (const header of [token, `Bearer ${token}`, `bearer   ${token}`]) {
      const answer = await server.call('/photos/albums', { headers: { Authorization: header } });
      expect(answer, header).toMatchObject({ status: 200 });
    }
  });

  test('live 30 days from their last use, and 90 at most', async () => {
    const { token } = await server.signIn({ permissions: ['photos:read'] });
    for (let day = 29; day < 90; day += 29) {
      server.clock.advance(29 * DAY_MS);
      expect(await who(token), `day ${day}`).toMatchObject({ status: 200 });
    }
    server.clock.advance(3 * DAY_MS + 1);
    expect(await who(token)).toMatchObject({ status: 401, body: { code: 'credential-refused' } });
  });

  test('end after 30 days without use', async () => {
    const { token } = await server.signIn({ permissions: ['photos:read'] });
    server.clock.advance(30 * DAY_MS);
    expect(await who(token)).toMatchObject({ status: 401 });
  });

  test('are not written at each request, at most once an hour', async () => {
    const { token } = await server.signIn({ permissions: ['photos:read'] });
    const lastUse = async () =>
      (await server.dependencies.db.selectFrom('sessions').selectAll().execute())[0]?.last_used_at;
    const opened = await lastUse();
    server.clock.advance(HOUR_MS / 2);
    await who(token);
    expect(await lastUse()).toBe(opened);
    server.clock.advance(HOUR_MS);
    await who(token);
    expect(await lastUse()).not.toBe(opened);
  });

  test('are kept as hashes, and expired ones are swept', async () => {
    const { token } = await server.signIn();
    const rows = () => server.dependencies.db.selectFrom('sessions').selectAll().execute();
    expect(JSON.stringify(await rows())).not.toContain(token);
    server.clock.advance(31 * DAY_MS);
    await server.signIn();
    expect(await rows()).toHaveLength(1);
  });

  test('Sign Out ends this one and no other', async () => {
    const { user, token } = await server.signIn({ permissions: ['photos:read'] });
    const other = await server.dependencies.sessions.open(user.id);
    expect(await server.call('/auth/sign-out', { method: 'POST', token })).toMatchObject({ status: 204 });
    expect(await who(token)).toMatchObject({ status: 401 });
    expect(await who(other)).toMatchObject({ status: 200 });
  });

  test('a changed permission takes effect on the next request', async () => {
    const { user, token } = await server.signIn();
    expect(await who(token)).toMatchObject({ status: 403 });
    await server.dependencies.users.grant(user.id, ['photos:read']);
    expect(await who(token)).toMatchObject({ status: 200 });
  });
});
