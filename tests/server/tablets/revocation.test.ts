import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import type { AuditPage } from '#contract/schemas/audit.ts';
import { API_PATHS } from '#contract/paths.ts';
import type { PairingOffer } from '#contract/schemas/pairing.ts';
import type { Tablet } from '#contract/schemas/tablets.ts';
import { EventReader } from '../../support/server/eventReader.ts';
import { TabletClient } from '../../support/server/tabletClient.ts';
import { startTestServer, type TestServer } from '../../support/server/testServer.ts';

let server: TestServer;
let client: TabletClient;
beforeAll(async () => {
  server = await startTestServer();
  client = await TabletClient.on(server);
});
afterAll(() => server.close());

const revoke = (id: string) => client.admin<Tablet>('DELETE', `${ADMIN_PATHS.tablet(id)}?only=revoke`);
const remove = (id: string) => client.admin<Tablet>('DELETE', `${ADMIN_PATHS.tablet(id)}?only=delete`);

async function actionsOn(name: string): Promise<string[]> {
  await server.dependencies.audit.settle();
  const { body } = await client.admin<AuditPage>('GET', `${ADMIN_PATHS.audit}?topic=keys`);
  return body.entries.filter(({ what }) => what === name).map(({ action }) => action);
}

describe('revoking, said as that', () => {
  test('by two people at once, or again after a lost response, keeps the tablet with its name and settings', async () => {
    const { id, name, key } = await client.make({ settings: { hours: 24 } });
    const both = await Promise.all([revoke(id), revoke(id)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await revoke(id)).toMatchObject({ status: 200, body: { id, name, state: 'revoked' } });
    expect(await client.find(id)).toMatchObject({ name, state: 'revoked', settings: { hours: 24 } });
    expect(await client.check(key)).toEqual({ status: 401, code: 'credential-refused' });
    expect(await actionsOn(name)).toEqual(['key-revoked', 'key-made']);
  });

  test('of a tablet that is not there is a 404, and another word than the two a 400', async () => {
    expect(await revoke('none')).toMatchObject({ status: 404 });
    const { id } = await client.make();
    expect(await client.admin('DELETE', `${ADMIN_PATHS.tablet(id)}?only=both`)).toMatchObject({ status: 400 });
    expect(await client.find(id)).toMatchObject({ state: 'active' });
  });
});

describe('deleting, said as that', () => {
  test('leaves a tablet in use alone, and takes away one that is revoked', async () => {
    const { id, key } = await client.make();
    expect(await remove(id)).toMatchObject({ status: 409, body: { message: expect.stringContaining('in use') } });
    expect(await client.check(key)).toMatchObject({ status: 200 });
    await revoke(id);
    expect(await remove(id)).toMatchObject({ status: 200, body: { id, state: 'revoked' } });
    expect(await remove(id)).toMatchObject({ status: 404 });
  });

  test('does not overtake a new key that was made since the question was asked', async () => {
    const { id } = await client.make();
    await revoke(id);
    const again = client.admin<{ key: string }>('POST', ADMIN_PATHS.replaceTabletKey(id), { by: 'link' });
    const [made, removed] = await Promise.all([again, remove(id)]);
    const isRemoved = removed.status === 200;
    expect([made.status, removed.status]).toEqual(isRemoved ? [404, 200] : [200, 409]);
    expect((await client.admin('GET', ADMIN_PATHS.tablet(id))).status).toBe(isRemoved ? 404 : 200);
  });
});

const order = (id: string) => client.admin('POST', ADMIN_PATHS.replaceTabletKey(id));
let deviceSecret = '';
const collect = (key: string) => client.device<{ key?: string }>(key, `POST ${API_PATHS.kioskNewKey}`, deviceSecret);

describe('a key that was ordered', () => {
  test('is not handed to a tablet that is revoked after its request was let in', async () => {
    const { id, key } = await client.make();
    deviceSecret = await client.prove(key);
    expect(await order(id)).toMatchObject({ status: 200 });
    const { tablets } = server.dependencies;
    const collectKey = tablets.collectKey.bind(tablets);
    vi.spyOn(tablets, 'collectKey').mockImplementationOnce(async (...of) => {
      await revoke(id);
      return collectKey(...of);
    });
    expect(await collect(key)).toMatchObject({ status: 409 });
    const keys = await server.dependencies.keys.list();
    expect(keys.filter(({ tabletId, revokedAt }) => tabletId === id && revokedAt === null)).toEqual([]);
    expect(await client.find(id)).toMatchObject({ state: 'revoked', keyWaiting: false });
  });

  test('is good for each of two pages that collected one at once', async () => {
    const { id, key } = await client.make();
    deviceSecret = await client.prove(key);
    await order(id);
    const [one, other] = await Promise.all([collect(key), collect(key)]);
    for (const { body } of [one, other, one]) expect(await client.check(body.key ?? '')).toMatchObject({ status: 200 });
    expect(await client.check(key)).toEqual({ status: 401, code: 'credential-refused' });
  });

  test('stands in the audit log when it is handed out, with the address, and not when it was refused', async () => {
    const { id, key, name } = await client.make();
    deviceSecret = await client.prove(key);
    await order(id);
    await order(id);
    expect(await collect(key)).toMatchObject({ status: 200 });
    await revoke(id);
    expect(await order(id)).toMatchObject({ status: 409 });
    expect(await actionsOn(name)).toEqual(['key-revoked', 'key-handed-out', 'key-made', 'key-made', 'key-made']);
    const { body } = await client.admin<AuditPage>('GET', `${ADMIN_PATHS.audit}?topic=keys`);
    expect(body.entries.find(({ action }) => action === 'key-handed-out')).toMatchObject({ address: '127.0.0.1' });
  });

  test('is given up when a device without the proof shows the old key, until an admin connects the tablet again', async () => {
    const { id, key, name } = await client.make();
    deviceSecret = await client.prove(key);
    await order(id);
    await client.device(key, `GET ${API_PATHS.kioskSettings}`, 'not-the-secret');
    await client.device(key, `GET ${API_PATHS.kioskSettings}`, deviceSecret);
    expect(await client.find(id)).toMatchObject({ state: 'active', keyWaiting: false, canReplaceKey: false });
    expect(await collect(key)).toMatchObject({ status: 409 });
    expect(await order(id)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Another device') },
    });
    expect(await actionsOn(name)).toEqual(['key-contested', 'key-made', 'key-made']);
    const { body } = await client.admin<AuditPage>('GET', `${ADMIN_PATHS.audit}?topic=keys`);
    expect(body.entries.find(({ action }) => action === 'key-contested')).toMatchObject({ address: '127.0.0.1' });

    const again = await client.admin<{ key: string }>('POST', ADMIN_PATHS.replaceTabletKey(id), { by: 'link' });
    deviceSecret = await client.prove(again.body.key);
    expect(await order(id)).toMatchObject({ status: 200, body: { keyWaiting: true } });
    expect(await collect(again.body.key)).toMatchObject({ status: 200 });
  });

  test('may be ordered again when a device without proof came while no order was open', async () => {
    const { id, key } = await client.make();
    deviceSecret = await client.prove(key);
    await client.device(key, `GET ${API_PATHS.kioskSettings}`, 'not-the-secret');
    expect(await order(id)).toMatchObject({ status: 409 });
    await client.device(key, `GET ${API_PATHS.kioskSettings}`, deviceSecret);
    expect(await order(id)).toMatchObject({ status: 200, body: { keyWaiting: true } });
  });
});

test('a change of what a tablet may see, and the stored name of one that is connected again, stand in the audit log', async () => {
  const { id, name } = await client.make();
  await client.admin('PATCH', ADMIN_PATHS.tablet(id), { albumIds: [], settings: { hours: 24 } });
  await client.admin('PATCH', ADMIN_PATHS.tablet(id), { settings: { hours: 12 } });
  expect(await actionsOn(`“${name}”: it may see 0 albums`)).toEqual(['tablet-changed']);
  const { body } = await client.tablet<PairingOffer>('', `POST ${API_PATHS.pairing}`);
  await client.admin('POST', ADMIN_PATHS.acceptPairing(body.code), { name: 'A harmless name', tabletId: id });
  expect(await actionsOn(name)).toEqual(['key-made', 'key-made']);
  expect(await actionsOn('A harmless name')).toEqual([]);
});

test('letters that were accepted for a tablet are over when it is revoked', async () => {
  const { id, name } = await client.make();
  const offer = await client.tablet<PairingOffer>('', `POST ${API_PATHS.pairing}`);
  const { code, secret } = offer.body;
  await client.admin('POST', ADMIN_PATHS.acceptPairing(code), { name, tabletId: id });
  await revoke(id);
  expect(await client.tablet('', `GET ${API_PATHS.pairingState(secret)}`)).toMatchObject({ status: 404 });
});

describe('streams', () => {
  test('one that begins with a new key, while the keys of all are looked up, is not ended as revoked', async () => {
    const { credentials, credentialChanges } = server.dependencies;
    const readers = [await EventReader.open(server.origin, (await client.make()).key)];
    const activeKeys = credentials.activeKeys.bind(credentials);
    let isHeld = false;
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    const spy = vi.spyOn(credentials, 'activeKeys').mockImplementationOnce(async () => {
      const found = await activeKeys();
      isHeld = true;
      await opened;
      return found;
    });
    try {
      credentialChanges.announce();
      await expect.poll(() => isHeld).toBe(true);
      const { id, key } = await client.make();
      const late = await EventReader.open(server.origin, key);
      readers.push(late);
      open();
      await Promise.resolve(spy.mock.results[0]?.value);
      expect(await client.admin('POST', ADMIN_PATHS.tabletCommand(id), { command: 'identify' })).toMatchObject({
        status: 202,
      });
      await expect.poll(() => late.text).toContain('event: command');
      expect(late.text).not.toContain('event: revoked');
    } finally {
      spy.mockRestore();
      for (const reader of readers) reader.close();
    }
  });
});
