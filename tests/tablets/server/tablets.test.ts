import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import type { AuditPage } from '#contract/audit/schemas.ts';
import { API_PATHS } from '#contract/paths.ts';
import { DEFAULT_TABLET_SETTINGS } from '#contract/tablets/tabletSettings.ts';
import type { KioskSettingsResponse, TabletWithKey } from '#contract/tablets/schemas.ts';
import { closeSockets, connected, openSocket, statuses } from '#support/server/nodeSockets.ts';
import { TabletClient } from '#support/server/tabletClient.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

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
        // A wall that somebody has looked around on is a wall again by itself.
        settings: { ...DEFAULT_TABLET_SETTINGS, returnAfterSeconds: 300 },
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
      body: { tablet: { id }, settings },
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
  test('is in the audit log, as making it and its revocation are', async () => {
    const { id } = await client.make({ name: 'Told' });
    await client.admin('DELETE', ADMIN_PATHS.tablet(id));
    await client.admin('DELETE', ADMIN_PATHS.tablet(id));
    await server.dependencies.audit.settle();
    const { body } = await client.admin<AuditPage>('GET', `${ADMIN_PATHS.audit}?topic=keys`);
    const told = body.entries.filter(({ what }) => what === 'Told').map(({ action }) => action);
    expect(told).toEqual(['tablet-deleted', 'key-revoked', 'key-made']);
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
