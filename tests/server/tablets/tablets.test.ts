import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import type { AuditPage } from '#contract/schemas/audit.ts';
import { API_PATHS } from '#contract/paths.ts';
import { DEFAULT_TABLET_SETTINGS } from '#contract/tabletSettings.ts';
import type { KioskSettingsResponse, NewKeyResponse, TabletWithKey } from '#contract/schemas/tablets.ts';
import { closeSockets, connected, openSocket, statuses } from '../../support/server/nodeSockets.ts';
import { TabletClient } from '../../support/server/tabletClient.ts';
import { startTestServer, type TestServer } from '../../support/server/testServer.ts';

let server: TestServer;
let client: TabletClient;
beforeAll(async () => {
  server = await startTestServer();
  client = await TabletClient.on(server);
});
afterAll(() => server.close());

const admin = (method: string, path: string, body?: unknown) => client.admin<TabletWithKey>(method, path, body);

/** The night that a new tablet with this programme is told, for versions without programmes. */
async function nightOf(programme: object[], place: object | null = null) {
  const { key, id } = await client.make({});
  await admin('PATCH', ADMIN_PATHS.tablet(id), { settings: { programme, place } });
  const { body: listed } = await admin('GET', ADMIN_PATHS.tablet(id));
  expect(JSON.stringify(listed)).not.toContain('"night"');
  const { body } = await client.tablet<KioskSettingsResponse>(key, `GET ${API_PATHS.kioskSettings}`);
  return body.settings.night;
}

describe('a new tablet', () => {
  test('comes with its key and its address, once, and with the settings of the specification', async () => {
    const response = await admin('POST', ADMIN_PATHS.tablets, { name: '  Kitchen ' });
    expect(response).toMatchObject({
      status: 201,
      body: {
        name: 'Kitchen',
        albumIds: null,
        settings: DEFAULT_TABLET_SETTINGS,
        expiresAt: null,
        lastSeenAt: null,
        report: null,
        listening: false,
        state: 'active',
      },
    });
    const { id, key, url } = response.body;
    expect(url).toBe(`${server.origin}/circuit-tree?apiKey=${key}`);
    expect(await client.check(key)).toMatchObject({ status: 200 });
    for (const path of [ADMIN_PATHS.tablets, ADMIN_PATHS.tablet(id)]) {
      const again = await admin('GET', path);
      expect(again.status).toBe(200);
      expect(JSON.stringify(again.body)).not.toContain(key);
    }
  });

  test('needs a name that no other active tablet or key has', async () => {
    const { name } = await client.make();
    expect(await admin('POST', ADMIN_PATHS.tablets, { name })).toMatchObject({ status: 409 });
    for (const wrong of ['', '   ', 'x'.repeat(101), 'a\u0000b']) {
      expect(await admin('POST', ADMIN_PATHS.tablets, { name: wrong })).toMatchObject({ status: 400 });
    }
  });

  test.each([
    { settings: { secondsPerPhoto: 4 } },
    { settings: { secondsPerPhoto: 90.5 } },
    { settings: { hours: 13 } },
    { settings: { locale: 'no language' } },
    { settings: { night: { shows: 'clock', by: 'time', from: '22:00', to: '07:00' } } },
    { settings: { place: { latitude: 91, longitude: 0 } } },
    ...[
      { shows: 'moon' },
      { shows: 'clock', from: '25:00', to: '07:00' },
      { shows: 'clock', from: '22:00' },
      { shows: 'clock', to: 'sunset' },
      { shows: 'clock', from: 'sunset', to: '23:00' },
      { shows: 'clock', days: [0] },
      { shows: 'clock', days: [] },
      { shows: 'clock', dates: { from: '02-30', to: '03-01' } },
      { shows: 'clock', dates: { from: '12-01' } },
      { shows: 'clock', dim: 91 },
      { shows: 'clock', volume: 3 },
    ].map((rule) => ({ settings: { programme: [rule] } })),
    { settings: { programme: Array.from({ length: 21 }, () => ({ shows: 'clock' })) } },
    { settings: { unknown: true } },
    { expiresAt: 'tomorrow' },
    { expiresAt: '2020-01-01T00:00:00Z' },
    { albumIds: 'all' },
  ])('is refused with %j', async (fields) => {
    expect(await admin('POST', ADMIN_PATHS.tablets, { name: 'Wrong', ...fields })).toMatchObject({
      status: 400,
      body: { message: expect.any(String) },
    });
  });

  test('whose key was made on the command line is listed too', async () => {
    await server.createKey('From the command line');
    const { body } = await admin('GET', ADMIN_PATHS.tablets);
    expect(body).toContainEqual(expect.objectContaining({ name: 'From the command line', state: 'active' }));
  });
});

describe('a change', () => {
  test('touches only what it names, and the tablet gets it', async () => {
    const { id, key } = await client.make({ settings: { hours: 24 } });
    const programme = [{ shows: 'black', from: '22:00', to: '06:30' }];
    const changed = await admin('PATCH', ADMIN_PATHS.tablet(id), { settings: { programme, secondsPerPhoto: 30 } });
    const settings = { ...DEFAULT_TABLET_SETTINGS, hours: 24, programme, secondsPerPhoto: 30 };
    expect(changed).toMatchObject({ status: 200, body: { settings } });
    expect(await client.tablet(key, `GET ${API_PATHS.kioskSettings}`)).toMatchObject({
      status: 200,
      body: { tablet: { id }, settings, keyWaiting: false },
    });
  });

  test('of its programme keeps a wall dark that runs a version without programmes', async () => {
    const place = { latitude: 52.5, longitude: 13.4 };
    const byTime = { shows: 'black', from: '22:00', to: '06:30' };
    expect(await nightOf([{ ...byTime, days: [1] }, { shows: 'clock' }, byTime])).toEqual({ by: 'time', ...byTime });
    const bySun = [{ shows: 'dark-clock', from: 'sunset', to: 'sunrise' }];
    expect(await nightOf(bySun, place)).toEqual({ shows: 'clock', by: 'sun', ...place });
    expect(await nightOf([{ shows: 'black' }, { ...byTime, days: [6, 7] }])).toBeUndefined();
  });

  test('of the name counts for the command line too', async () => {
    const { id, key } = await client.make();
    await admin('PATCH', ADMIN_PATHS.tablet(id), { name: 'Renamed' });
    expect(await server.dependencies.keys.revoke('Renamed')).toBe(true);
    expect(await client.check(key)).toMatchObject({ status: 401 });
  });

  test('to a name that another has is refused, to the own one not', async () => {
    const one = await client.make();
    const other = await client.make();
    expect(await admin('PATCH', ADMIN_PATHS.tablet(one.id), { name: other.name })).toMatchObject({ status: 409 });
    expect(await admin('PATCH', ADMIN_PATHS.tablet(one.id), { name: one.name })).toMatchObject({ status: 200 });
  });

  test('of a tablet that is not there is a 404', async () => {
    expect(await admin('PATCH', ADMIN_PATHS.tablet('none'), {})).toMatchObject({ status: 404 });
  });
});

test('a tablet whose time is over is revoked at that time', async () => {
  const expiresAt = new Date(server.dependencies.now() + 3_600_000).toISOString();
  const { id, key } = await client.make({ expiresAt });
  // The server’s clock goes on by itself too, on a busy machine by seconds.
  server.clock.advance(3_480_000);
  expect(await client.check(key)).toMatchObject({ status: 200 });
  server.clock.advance(120_000);
  expect(await client.check(key)).toEqual({ status: 401, code: 'credential-refused' });
  expect(await admin('GET', ADMIN_PATHS.tablet(id))).toMatchObject({ body: { state: 'revoked' } });
});

describe('a deletion', () => {
  test('is in the audit log, as making it and each new key are', async () => {
    const { id } = await client.make({ name: 'Told' });
    await client.admin('POST', ADMIN_PATHS.replaceTabletKey(id), { by: 'link' });
    await client.admin('DELETE', ADMIN_PATHS.tablet(id));
    await client.admin('DELETE', ADMIN_PATHS.tablet(id));
    await server.dependencies.audit.settle();
    const { body } = await client.admin<AuditPage>('GET', `${ADMIN_PATHS.audit}?topic=keys`);
    const told = body.entries.filter(({ what }) => what === 'Told').map(({ action }) => action);
    expect(told).toEqual(['tablet-deleted', 'key-revoked', 'key-made', 'key-made']);
  });

  test('revokes at first, and then takes the tablet off the list; its key stays known as revoked', async () => {
    const { id, key } = await client.make();
    expect(await admin('DELETE', ADMIN_PATHS.tablet(id))).toMatchObject({ status: 200, body: { state: 'revoked' } });
    expect(await client.check(key)).toEqual({ status: 401, code: 'credential-refused' });
    expect(await admin('GET', ADMIN_PATHS.tablet(id))).toMatchObject({ status: 200 });
    expect(await admin('DELETE', ADMIN_PATHS.tablet(id))).toMatchObject({ status: 200 });
    expect(await admin('GET', ADMIN_PATHS.tablet(id))).toMatchObject({ status: 404 });
    expect(await client.check(key)).toEqual({ status: 401, code: 'credential-refused' });
  });
});

let secret = '';
const collect = (key: string, shown = secret) =>
  client.device<NewKeyResponse>(key, `POST ${API_PATHS.kioskNewKey}`, shown);

describe('a new key', () => {
  let tablet: TabletWithKey;
  beforeEach(async () => {
    tablet = await client.make();
    secret = await client.prove(tablet.key);
  });

  test('is collected by the tablet with its old one, which ends when the new one is used', async () => {
    expect(await collect(tablet.key)).toMatchObject({ status: 409 });
    const ordered = await admin('POST', ADMIN_PATHS.replaceTabletKey(tablet.id));
    expect(ordered).toMatchObject({ status: 200, body: { keyWaiting: true, state: 'active' } });
    expect(ordered.body).not.toHaveProperty('key');
    // The first response was lost on its way: the tablet asks again.
    const lost = (await collect(tablet.key)).body.key;
    const key = (await collect(tablet.key)).body.key;

    expect(lost).not.toBe(key);
    expect(await client.check(tablet.key)).toMatchObject({ status: 200 });
    expect(await client.check(key)).toMatchObject({ status: 200 });
    expect(await client.check(tablet.key)).toEqual({ status: 401, code: 'credential-refused' });
    expect(await collect(key)).toMatchObject({ status: 409 });
    expect(await admin('GET', ADMIN_PATHS.tablet(tablet.id))).toMatchObject({
      body: { name: tablet.name, keyWaiting: false, state: 'active' },
    });
  });

  test('is given to the device that proves itself, and to nobody who has read the old one', async () => {
    await admin('POST', ADMIN_PATHS.replaceTabletKey(tablet.id));
    for (const wrong of ['none', '', `${secret}0`])
      expect(await collect(tablet.key, wrong)).toMatchObject({ status: 409 });
    expect(await client.tablet(tablet.key, `POST ${API_PATHS.kioskNewKey}`)).toMatchObject({ status: 409 });
    expect(await collect(tablet.key)).toMatchObject({ status: 200 });
    // The secret is told once, and who asks for it without it ends the order.
    const again = await client.device(tablet.key, `GET ${API_PATHS.kioskSettings}`, 'none');
    expect(again.body).not.toHaveProperty('deviceSecret');
    expect(await collect(tablet.key)).toMatchObject({ status: 409 });
  });

  test('is not ordered for a tablet that cannot prove itself, which its record says', async () => {
    const old = await client.make();
    // A build from before this asks without the header, and takes nothing away from the build after it.
    const asked = await client.tablet(old.key, `GET ${API_PATHS.kioskSettings}`);
    expect(asked.body).not.toHaveProperty('deviceSecret');
    expect(await client.find(old.id)).toMatchObject({ canReplaceKey: false });
    const ordered = await admin('POST', ADMIN_PATHS.replaceTabletKey(old.id));
    expect(ordered).toMatchObject({ status: 409, body: { message: expect.stringContaining('connect it again') } });
    const own = await client.prove(old.key);
    expect(await client.find(old.id)).toMatchObject({ canReplaceKey: true });
    // Another device with the same key shows nothing: its home-screen app, for instance.
    await client.device(old.key, `GET ${API_PATHS.kioskSettings}`, 'none');
    expect(await client.find(old.id)).toMatchObject({ canReplaceKey: false });
    expect(own).not.toBe('');
  });

  test('as a link ends the old one at once', async () => {
    const { status, body } = await admin('POST', ADMIN_PATHS.replaceTabletKey(tablet.id), { by: 'link' });
    expect(status).toBe(200);
    const { key, url } = body;
    expect(url).toContain(key);
    expect(await client.check(tablet.key)).toEqual({ status: 401, code: 'credential-refused' });
    expect(await client.check(key)).toMatchObject({ status: 200 });
  });

  test('is not handed to a tablet that was revoked', async () => {
    await admin('DELETE', ADMIN_PATHS.tablet(tablet.id));
    expect(await admin('POST', ADMIN_PATHS.replaceTabletKey(tablet.id))).toMatchObject({ status: 409 });
  });
});

const report = (key: string, body: unknown) => client.tablet(key, `POST ${API_PATHS.kioskReport}`, body);

test.each([
  { call: 'the list of albums', ask: (key: string) => client.tablet(key, `GET ${API_PATHS.albums}`) },
  { call: 'the check of its key', ask: (key: string) => client.check(key) },
])('$call counts as seen', async ({ ask }) => {
  const { id, key } = await client.make();
  expect(await client.find(id)).toMatchObject({ lastSeenAt: null });
  expect(await ask(key)).toMatchObject({ status: 200 });
  const { lastSeenAt, day } = await client.find(id);
  expect(lastSeenAt).not.toBeNull();
  expect(day).toMatch(/1$/);
  server.clock.advance(60_000);
  await ask(key);
  expect(Date.parse((await client.find(id)).lastSeenAt ?? '')).toBeGreaterThanOrEqual(
    Date.parse(lastSeenAt ?? '') + 60_000,
  );
});

test('the socket of a tablet and what it sends there count as seen', async () => {
  const { id, key } = await client.make();
  const seenAt = async () => Date.parse((await client.find(id)).lastSeenAt ?? '');
  const socket = await connected(openSocket(server.origin, key));
  await expect.poll(seenAt).toBeGreaterThan(0);
  const before = await seenAt();
  server.clock.advance(60_000);
  await statuses(socket);
  await expect.poll(seenAt).toBeGreaterThanOrEqual(before + 60_000);
  closeSockets();
});

describe('a report', () => {
  test('is what the administration sees, with the time', async () => {
    const { id, key } = await client.make();
    const told = {
      path: '/circuit-tree/clock',
      version: '2025-10-30 11:53',
      offlineReady: { done: 124, of: 200 },
      storage: { usage: 5, quota: 10 },
      screen: { width: 1024, height: 768 },
      battery: { level: 0.5, charging: true },
      failedBuild: 'of today',
    };
    expect(await report(key, told)).toMatchObject({ status: 204 });
    const { body } = await admin('GET', ADMIN_PATHS.tablet(id));
    expect(body).toMatchObject({ report: told, lastSeenAt: expect.any(String), day: expect.stringMatching(/1$/) });
  });

  test('is still there after a restart', async () => {
    const { id, key } = await client.make();
    await report(key, { path: '/circuit-tree' });
    await server.dependencies.tabletWatch.save();
    expect(await server.dependencies.tablets.find(id)).toMatchObject({
      report: { path: '/circuit-tree' },
      lastSeenAt: expect.any(Number),
      lastMinute: expect.any(Number),
    });
  });

  test.each([{}, { path: '' }, { path: 'clock' }, { path: '/', more: 1 }, { path: '/', battery: { level: 2 } }, []])(
    '%j is refused',
    async (body) => {
      const { key } = await client.make();
      expect(await report(key, body)).toMatchObject({ status: 400 });
    },
  );

  test('of more than 16 kB is refused', async () => {
    const { key } = await client.make();
    expect(await report(key, { path: '/', version: 'x'.repeat(16_400) })).toMatchObject({ status: 413 });
  });
});

test('a tablet that does not listen cannot be told anything', async () => {
  const { id } = await client.make();
  expect(await admin('POST', ADMIN_PATHS.tabletCommand(id), { command: 'reload' })).toMatchObject({ status: 409 });
  expect(await admin('POST', ADMIN_PATHS.tabletCommand(id), { command: 'explode' })).toMatchObject({ status: 400 });
});
