import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import type { AuditPage } from '#contract/audit/schemas.ts';
import { API_PATHS } from '#contract/paths.ts';
import type { PairingOffer } from '#contract/tablets/pairingSchemas.ts';
import type { KioskSettingsResponse, Tablet } from '#contract/tablets/schemas.ts';
import { EventReader } from '#support/server/eventReader.ts';
import { TabletClient } from '#support/server/tabletClient.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

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

  test('does not overtake a screen that was connected since the question was asked', async () => {
    const { id } = await client.make();
    await revoke(id);
    const [made, removed] = await Promise.all([client.connectAgain(id), remove(id)]);
    const isRemoved = removed.status === 200;
    expect([made === '', removed.status]).toEqual(isRemoved ? [true, 200] : [false, 409]);
    expect((await client.admin('GET', ADMIN_PATHS.tablet(id))).status).toBe(isRemoved ? 404 : 200);
  });
});

const endKey = (id: string) => client.admin<Tablet>('POST', ADMIN_PATHS.replaceTabletKey(id));

describe('a new key', () => {
  test('begins with the end of the old one, at once on every call; the response has no key', async () => {
    const { id, key } = await client.make();
    expect(await client.check(key)).toMatchObject({ status: 200 });
    const ended = await endKey(id);
    expect(ended).toMatchObject({ status: 200, body: { id, state: 'revoked' } });
    expect(JSON.stringify(ended.body)).not.toMatch(/"(?:key|url)"/);
    const calls = [
      `GET ${API_PATHS.albums}`,
      `GET ${API_PATHS.albumPhotos('any')}`,
      `GET ${API_PATHS.kioskSettings}`,
      `POST ${API_PATHS.kioskReport}`,
      `GET ${API_PATHS.kioskEvents}`,
    ];
    for (const call of calls) {
      const { status, body } = await client.tablet<{ code: string }>(
        key,
        call,
        call.startsWith('POST') ? {} : undefined,
      );
      expect({ call, status, code: body.code }).toEqual({ call, status: 401, code: 'credential-refused' });
    }
    expect(await client.check(key)).toEqual({ status: 401, code: 'credential-refused' });
  });

  test('comes with the letters of a screen, which is the same tablet with all that it had', async () => {
    const albumId = await client.albumIdOf({ name: 'Kept', slug: 'kept' });
    const programme = [{ shows: 'black' as const, from: '22:00', to: '06:30' }];
    const made = await client.make({ albumIds: [albumId], settings: { hours: 24, programme } });
    const { id, name, key } = made;
    const guestCode = { albumId, mayUpload: 'at-once' };
    await client.admin('PATCH', ADMIN_PATHS.tablet(id), { guestCode });

    await endKey(id);
    const next = await client.connectAgain(id);
    expect(next).not.toBe(key);
    expect(await client.check(next)).toMatchObject({ status: 200 });
    expect(await client.check(key)).toEqual({ status: 401, code: 'credential-refused' });
    expect(await client.find(id)).toMatchObject({ name, state: 'active', albumIds: [albumId], guestCode });
    const { body } = await client.tablet<KioskSettingsResponse>(next, `GET ${API_PATHS.kioskSettings}`);
    expect(body).toMatchObject({ tablet: { id, name }, settings: { hours: 24, programme } });
    expect(await actionsOn(name)).toEqual(['key-handed-out', 'key-made', 'key-revoked', 'key-made']);
  });

  test('asked for twice ends one key, and letters that were accepted in between are over', async () => {
    const { id, name } = await client.make();
    await endKey(id);
    const { code, secret } = await client.offer();
    await client.admin('POST', ADMIN_PATHS.acceptPairing(code), { tabletId: id });
    expect(await endKey(id)).toMatchObject({ status: 200, body: { state: 'revoked' } });
    expect(await client.tablet('', `GET ${API_PATHS.pairingState(secret)}`)).toMatchObject({ status: 404 });
    expect(await actionsOn(name)).toEqual(['key-made', 'key-revoked', 'key-made']);
  });

  test('moves to no device by itself, whatever a tablet of an earlier version asks for', async () => {
    const { id, key } = await client.make();
    const headers = { 'X-API-Key': key, 'X-Device-Secret': 'none' };
    const settings = await fetch(server.origin + API_PATHS.kioskSettings, { headers });
    expect(settings.status).toBe(200);
    expect(await settings.text()).not.toMatch(/deviceSecret|keyWaiting/);
    expect(await client.tablet(key, 'POST /kiosk/new-key')).toMatchObject({ status: 404 });
    await client.admin('POST', ADMIN_PATHS.replaceTabletKey(id), { by: 'link' });
    expect(await client.tablet(key, 'POST /kiosk/new-key')).toMatchObject({ status: 404 });
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

/** Holds the next look-up of all keys, with what it has found, until it is opened. */
function holdLookUp(credentials: TestServer['dependencies']['credentials']) {
  const activeKeys = credentials.activeKeys.bind(credentials);
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  let isHeld = false;
  const spy = vi.spyOn(credentials, 'activeKeys').mockImplementationOnce(async () => {
    const found = await activeKeys();
    isHeld = true;
    await opened;
    return found;
  });
  return { spy, isHeld: () => isHeld, open };
}

describe('streams', () => {
  test('one that begins with a new key, while the keys of all are looked up, is not ended as revoked', async () => {
    const { credentials, credentialChanges } = server.dependencies;
    const readers = [await EventReader.open(server.origin, (await client.make()).key)];
    const { spy, isHeld, open } = holdLookUp(credentials);
    try {
      credentialChanges.announce();
      await expect.poll(isHeld).toBe(true);
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

  test('learn no older albums from a look-up that ends after a later one', async () => {
    const { credentials, credentialChanges } = server.dependencies;
    const albumId = await client.albumIdOf({ name: 'Lake', slug: 'lake' });
    const { id, key } = await client.make({ albumIds: [] });
    const reader = await EventReader.open(server.origin, key);
    const { spy, isHeld, open } = holdLookUp(credentials);
    try {
      credentialChanges.announce();
      await expect.poll(isHeld).toBe(true);
      await client.admin('PATCH', ADMIN_PATHS.tablet(id), { albumIds: [albumId] });
      await expect.poll(() => spy.mock.results.length).toBe(2);
      await Promise.resolve(spy.mock.results[1]?.value);
      open();
      await Promise.resolve(spy.mock.results[0]?.value);
      await reader.next('settings');
      const events = reader.text.split('event: albums').length;
      await client.admin('PATCH', ADMIN_PATHS.album(albumId), { name: 'Sea' });
      await expect.poll(() => reader.text.split('event: albums').length).toBeGreaterThan(events);
    } finally {
      spy.mockRestore();
      reader.close();
    }
  });
});
