import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { API_PATHS } from '#contract/paths.ts';
import { PAIRING } from '#contract/limits.ts';
import type { PairingOffer, PairingState } from '#contract/tablets/pairingSchemas.ts';
import type { Tablet } from '#contract/tablets/schemas.ts';
import { isPairingCode } from '#domain/tablets/pairingCode.ts';
import { TABLETS } from '#server/core/limits.ts';
import { TabletClient } from '#support/server/tabletClient.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

let server: TestServer;
let client: TabletClient;
let screens = 0;
beforeAll(async () => {
  server = await startTestServer();
  client = await TabletClient.on(server);
});
afterAll(() => server.close());

async function offer(): Promise<PairingOffer> {
  // Each test has a minute of its own: an address may ask for so many letters in a minute.
  server.clock.advance(2_000);
  const { status, body } = await client.tablet<PairingOffer>('', `POST ${API_PATHS.pairing}`);
  expect(status).toBe(201);
  return body;
}
const stateOf = (secret: string) => client.tablet<PairingState>('', `GET ${API_PATHS.pairingState(secret)}`);

function accept(code: string, fields: Record<string, unknown> = {}) {
  screens += 1;
  return client.admin<Tablet>('POST', ADMIN_PATHS.acceptPairing(code), { name: `Screen ${screens}`, ...fields });
}

describe('a screen', () => {
  test('shows six letters, waits, and collects one key once when an admin has typed them', async () => {
    const { code, secret, expiresAt } = await offer();
    expect(isPairingCode(code), code).toBe(true);
    expect(Date.parse(expiresAt) - server.dependencies.now()).toBeGreaterThan(PAIRING.livesMs - 60_000);
    expect(await stateOf(secret)).toEqual({ status: 200, body: { state: 'waiting' } });
    const accepted = await accept(code.toLowerCase(), { name: 'Hall' });
    expect(accepted).toMatchObject({ status: 200, body: { name: 'Hall', state: 'waiting', albumIds: null } });
    const { body } = await stateOf(secret);
    expect(body).toEqual({ state: 'paired', key: expect.any(String) });
    const key = 'key' in body ? (body.key ?? '') : '';
    expect(await stateOf(secret)).toEqual({ status: 200, body: { state: 'paired' } });
    expect(await client.check(key)).toMatchObject({ status: 200 });
    expect(await client.find(accepted.body.id)).toMatchObject({ name: 'Hall', state: 'active' });
  });

  test('gets what the admin chose', async () => {
    const { code, secret } = await offer();
    const expiresAt = new Date(server.dependencies.now() + 86_400_000).toISOString();
    expect(await accept(code, { albumIds: [], expiresAt })).toMatchObject({
      status: 200,
      body: { albumIds: [], expiresAt },
    });
    const { body } = await stateOf(secret);
    const key = 'key' in body ? (body.key ?? '') : '';
    expect(await client.tablet(key, `GET ${API_PATHS.albums}`)).toEqual({ status: 200, body: [] });
  });

  test('is told what to begin with by the first response about itself', async () => {
    const { code, secret } = await offer();
    const settings = { startsWith: 'slideshow', hours: 24, locale: 'de' };
    expect(await accept(code, { settings: { locale: 'no language' } })).toMatchObject({ status: 400 });
    expect(await accept(code, { settings: { unknown: true } })).toMatchObject({ status: 400 });
    expect(await accept(code, { settings })).toMatchObject({ status: 200, body: { settings } });
    const { body } = await stateOf(secret);
    const key = 'key' in body ? (body.key ?? '') : '';
    expect(await client.tablet(key, `GET ${API_PATHS.kioskSettings}`)).toMatchObject({ body: { settings } });
  });

  test('collects nothing without its secret, the letters are not enough', async () => {
    const { code, secret } = await offer();
    await accept(code);
    for (const wrong of [code, `${secret}0`, secret.slice(1), secret.toUpperCase(), '%00']) {
      expect(await stateOf(wrong), wrong).toMatchObject({ status: 404 });
    }
    expect((await stateOf(secret)).body).toMatchObject({ key: expect.any(String) });
  });

  test('has ten minutes', async () => {
    const { code, secret } = await offer();
    server.clock.advance(PAIRING.livesMs - 1_000);
    expect(await stateOf(secret)).toMatchObject({ status: 200 });
    server.clock.advance(1_000);
    expect(await stateOf(secret)).toMatchObject({ status: 404 });
    expect(await accept(code)).toMatchObject({ status: 404, body: { message: expect.stringContaining('letters') } });
  });

  test('of a tablet that was deleted meanwhile gets nothing', async () => {
    const { code, secret } = await offer();
    const { body } = await accept(code);
    await client.admin('DELETE', ADMIN_PATHS.tablet(body.id));
    expect(await stateOf(secret)).toMatchObject({ status: 404 });
  });

  test('may become a tablet that is there already, whose old key ends', async () => {
    const { id, key: old, name } = await client.make({ settings: { hours: 24 } });
    const { code, secret } = await offer();
    expect(await accept(code, { name, tabletId: id })).toMatchObject({ status: 200, body: { id } });
    expect(await client.check(old)).toMatchObject({ status: 200 });
    const { body } = await stateOf(secret);
    const key = 'key' in body ? (body.key ?? '') : '';
    expect(await client.check(old)).toEqual({ status: 401, code: 'credential-refused' });
    expect(await client.tablet(key, `GET ${API_PATHS.kioskSettings}`)).toMatchObject({
      body: { tablet: { id, name }, settings: { hours: 24 } },
    });
  });
});

describe('letters', () => {
  test('are accepted once, however many admins type them at once', async () => {
    const { code, secret } = await offer();
    const results = await Promise.all(Array.from({ length: 10 }, () => accept(code)));
    expect(results.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(results.filter(({ status }) => status === 404)).toHaveLength(9);
    const { body } = await client.admin<Tablet[]>('GET', ADMIN_PATHS.tablets);
    expect(body.filter(({ state }) => state === 'waiting')).toHaveLength(1);
    const collected = await Promise.all(Array.from({ length: 10 }, () => stateOf(secret)));
    expect(collected.filter((state) => 'key' in state.body)).toHaveLength(1);
  });

  test('with a name that is taken stay on the screen for another', async () => {
    const { name } = await client.make();
    const { code, secret } = await offer();
    expect(await accept(code, { name })).toMatchObject({ status: 409 });
    expect(await accept(code, { name: ' ' })).toMatchObject({ status: 400 });
    expect(await accept(code, { tabletId: 'none' })).toMatchObject({ status: 404 });
    expect(await stateOf(secret)).toEqual({ status: 200, body: { state: 'waiting' } });
    expect(await accept(code)).toMatchObject({ status: 200 });
  });

  test('give no tablet a name that an active key has meanwhile, at once or when the key is collected', async () => {
    const { id, name } = await client.make();
    await client.admin('DELETE', ADMIN_PATHS.tablet(id));
    await client.make({ name });
    const first = await offer();
    const taken = { status: 409, body: { message: `There is an active key named "${name}" already` } };
    expect(await accept(first.code, { tabletId: id })).toMatchObject(taken);
    expect(await accept(first.code, { name: 'Porch' })).toMatchObject({ status: 200 });
    await server.createKey('Porch');
    expect(await stateOf(first.secret)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Porch') },
    });
  });

  test('cannot be found by trying', async () => {
    const guesser = await TabletClient.on(server);
    const guess = () => guesser.admin('POST', ADMIN_PATHS.acceptPairing('ZZZZZZ'), { name: 'Guess' });
    const statuses = new Set<number>();
    for (let count = 0; count < 80; count += 1) statuses.add((await guess()).status);
    expect(statuses).toEqual(new Set([404, 429]));
    const { code } = await offer();
    expect(await accept(code), 'another admin is not held up').toMatchObject({ status: 200 });
  });
});

const secretsOf = async (address: string, count: number): Promise<string[]> => {
  const secrets: string[] = [];
  for (let index = 0; index < count; index += 1) {
    secrets.push((await server.dependencies.pairings.offer(address)).secret);
    // Neither of two offers within one millisecond is the older one.
    server.clock.advance(1);
  }
  return secrets;
};
const isWaiting = async (secret: string) => (await server.dependencies.pairings.collect(secret)) !== undefined;

describe('of more waiting screens than anybody has', () => {
  const { all, ofAddress } = TABLETS.waitingScreens;
  test('the oldest of the address with the most loses its letters, and nobody is kept out', async () => {
    server.clock.advance(PAIRING.livesMs);
    const own = await offer();
    // One of the attacker's addresses has the most offers.
    const most = await secretsOf('10.0.0.1', ofAddress - 5);
    const times = { created_at: server.dependencies.now(), expires_at: server.dependencies.now() + PAIRING.livesMs };
    const others = Array.from({ length: all - most.length - 1 }, (_, index) => ({
      ...times,
      code: `${index}`,
      secret_hash: `${index}`,
      tablet_id: null,
      collected_at: null,
      address: `10.0.1.${Math.floor(index / 40)}`,
    }));
    await server.dependencies.db.insertInto('pairings').values(others).execute();
    await offer();
    expect(await isWaiting(most[0] ?? '')).toBe(false);
    expect(await isWaiting(most[1] ?? '')).toBe(true);
    expect(await accept(own.code), 'a screen that shows its letters still').toMatchObject({ status: 200 });
    expect(await isWaiting(own.secret), 'an accepted one stays').toBe(true);
  });

  test('one address has only so many, and IPv6 counts by its network', async () => {
    server.clock.advance(PAIRING.livesMs);
    const [first = '', second = ''] = await secretsOf('2001:db8:1:2::1', ofAddress);
    expect(await isWaiting(first)).toBe(true);
    await secretsOf('2001:db8:1:2:ffff::9', 1);
    expect(await isWaiting(first)).toBe(false);
    expect(await isWaiting(second)).toBe(true);
  });
});
