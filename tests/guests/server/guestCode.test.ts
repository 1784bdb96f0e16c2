import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { API_PATHS } from '#contract/paths.ts';
import type { Share, ShareWithKey } from '#contract/shares/schemas.ts';
import { SHARE_BYTES } from '#contract/shares/shares.ts';
import type { KioskSettingsResponse, Tablet, TabletWithKey } from '#contract/tablets/schemas.ts';
import { SHARE_KEY_HEADER } from '#contract/access/shareKeys.ts';
import { sharePlaceIn } from '#domain/access/links.ts';
import { qrSvg } from '#server/core/addresses/qrCode.ts';
import { jpeg } from '#support/pictures/images.ts';
import { EventReader } from '#support/server/eventReader.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { TabletClient } from '#support/server/tabletClient.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

let server: TestServer;
let client: TabletClient;
let photos: PhotoClient;
let party: string;
const readers: EventReader[] = [];

beforeAll(async () => {
  server = await startTestServer();
  client = await TabletClient.on(server);
  photos = await PhotoClient.on(server);
  party = (await photos.createAlbum({ name: 'Party' })).id;
});
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
});
afterAll(() => server.close());

const AT_ONCE = 'at-once';
const ownSettings = (key: string) => client.tablet<KioskSettingsResponse>(key, `GET ${API_PATHS.kioskSettings}`);
const codeOn = async (key: string) => (await ownSettings(key)).body.guestCode;
const change = (id: string, changes: unknown) => client.admin<Tablet>('PATCH', ADMIN_PATHS.tablet(id), changes);
const shares = async () => (await client.admin<Share[]>('GET', ADMIN_PATHS.shares)).body;
const shareOf = async (id: string) => (await shares()).find((share) => share.id === id);

async function withCode(changes: unknown = { guestCode: { albumId: party, mayUpload: AT_ONCE } }) {
  const tablet = await client.make();
  expect((await change(tablet.id, changes)).status).toBe(200);
  const { settings } = await client.find(tablet.id);
  return { ...tablet, shareId: settings.guestShareId ?? '', guestKey: await guestKeyOn(tablet.key) };
}

/** The key in the address that a phone reads from the wall. */
async function guestKeyOn(key: string): Promise<string> {
  const code = await codeOn(key);
  return sharePlaceIn(new URL(code?.url ?? 'http://nowhere').hash)?.key ?? '';
}

async function visit(guestKey: string) {
  return server.call('/shares/mine', { headers: { [SHARE_KEY_HEADER]: guestKey } });
}

async function listen(tablet: Pick<TabletWithKey, 'key'>) {
  const reader = await EventReader.open(server.origin, tablet.key);
  readers.push(reader);
  return reader;
}

test('a tablet shows none until an admin chooses one, and then the address of a share of its own', async () => {
  const tablet = await client.make({ name: 'Kitchen' });
  expect(await codeOn(tablet.key)).toBeUndefined();
  const reader = await listen(tablet);
  const { status, body } = await change(tablet.id, { guestCode: { albumId: party, mayUpload: 'after-approval' } });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    guestCode: { albumId: party, mayUpload: 'after-approval' },
    settings: { guestShareId: expect.any(String) },
  });
  await reader.next('settings');
  const code = await codeOn(tablet.key);
  expect(code).toEqual({ url: expect.stringContaining('/#shared-album='), until: null });
  expect(new URL(code!.url).origin).toBe(server.origin);
  expect((await ownSettings(tablet.key)).body.settings.guestShareId).toBe(body.settings.guestShareId);
  const guestKey = await guestKeyOn(tablet.key);
  expect(await visit(guestKey)).toMatchObject({
    status: 200,
    body: { albumName: 'Party', guests: { left: 500, leftBytes: SHARE_BYTES.usual } },
  });
  const form = new FormData();
  form.append('photos', new Blob([new Uint8Array(await jpeg({ seed: 1 }))]), 'a.jpg');
  const sent = await fetch(`${server.origin}/photos/albums/${party}/photos`, {
    method: 'POST',
    headers: { [SHARE_KEY_HEADER]: guestKey },
    body: form,
  });
  expect(sent.status).toBe(201);
  expect(await photos.photos(party)).toEqual([]);
  expect(await shareOf(body.settings.guestShareId ?? '')).toMatchObject({
    name: 'Code on Kitchen',
    guests: { mayUpload: 'after-approval', sent: 1 },
  });
});

test('the address is told to that tablet alone, is stored encrypted, and no store on the way keeps it', async () => {
  const { id, key, guestKey, shareId } = await withCode();
  const other = await client.make();
  expect(guestKey).not.toBe('');
  const told = await server.call(API_PATHS.kioskSettings, { key });
  expect(told.headers.get('Cache-Control')).toBe('no-store');
  const others = [
    await ownSettings(other.key),
    await client.admin('GET', ADMIN_PATHS.tablet(id)),
    await client.admin('GET', ADMIN_PATHS.tablets),
    await client.admin('GET', ADMIN_PATHS.shares),
    await change(id, { guestCode: { albumId: party, mayUpload: AT_ONCE } }),
  ];
  expect(JSON.stringify(others)).not.toContain(guestKey);
  // Not another tablet's, also when it names the share; it gets one of its own.
  await change(other.id, { settings: { guestShareId: shareId } });
  expect(await guestKeyOn(other.key)).not.toBe(guestKey);
  if (server.dependencies.settings.databaseUrl !== undefined) return;
  const { dataDir } = server.dependencies.settings;
  const files = ['circuit-tree.sqlite', 'circuit-tree.sqlite-wal'].map((name) =>
    readFile(join(dataDir, name), 'latin1').catch(() => ''),
  );
  const stored = (await Promise.all(files)).join('');
  expect(stored).toContain(shareId);
  expect(stored).not.toContain(guestKey);
});

test('it is drawn for a page that asks for it, with words in the language of the tablet', async () => {
  const { key } = await withCode({ guestCode: { albumId: party, mayUpload: AT_ONCE }, settings: { locale: 'de-AT' } });
  expect(await codeOn(key)).not.toHaveProperty('drawn');
  const drawing = `GET ${API_PATHS.kioskSettings}?draws=code` as const;
  const drawnOn = async (of: string) => (await client.tablet<KioskSettingsResponse>(of, drawing)).body.guestCode;
  const code = await drawnOn(key);
  expect(code?.drawn).toEqual({ words: 'Eigene Fotos schicken', svg: qrSvg(code!.url, 'Eigene Fotos schicken') });
  // A browser shows it as an image only with its namespace.
  expect(code?.drawn?.svg).toContain('xmlns="http://www.w3.org/2000/svg"');
  const { key: withoutCode } = await client.make();
  expect(await drawnOn(withoutCode)).toBeUndefined();
});

test("another approval leaves the guests' code as it is; another album makes a new code and ends the old one", async () => {
  const { id, key, guestKey } = await withCode();
  await change(id, { guestCode: { albumId: party, mayUpload: 'after-approval' } });
  expect(await guestKeyOn(key)).toBe(guestKey);
  expect((await visit(guestKey)).body).toMatchObject({ guests: { mayUpload: 'after-approval' } });
  const garden = (await photos.createAlbum({ name: 'Garden' })).id;
  await change(id, { guestCode: { albumId: garden, mayUpload: AT_ONCE } });
  expect((await visit(guestKey)).status).toBe(401);
  expect(await visit(await guestKeyOn(key))).toMatchObject({ body: { albumName: 'Garden' } });
  await change(id, { guestCode: null });
  expect(await codeOn(key)).toBeUndefined();
  expect(await client.find(id)).toMatchObject({ guestCode: null, settings: { guestShareId: null } });
});

test('the setting alone takes a link as a pattern, and null takes the code off', async () => {
  const { body: link } = await client.admin<ShareWithKey>('POST', ADMIN_PATHS.shares, {
    albumId: party,
    term: 'day',
    mayUpload: AT_ONCE,
    maxPhotos: 7,
    seesAlbum: false,
  });
  const { id, key, guestKey, shareId } = await withCode({ settings: { guestShareId: link.id } });
  expect(shareId).not.toBe(link.id);
  expect(await codeOn(key)).toMatchObject({ until: link.until });
  expect((await visit(guestKey)).body).toMatchObject({ seesAlbum: false, guests: { left: 7 } });
  const { status } = await change(id, { settings: { guestShareId: null } });
  expect(status).toBe(200);
  expect((await visit(guestKey)).status).toBe(401);
  expect((await visit(link.key)).status).toBe(200);
});

test.each([
  ['an album that is not there', { guestCode: { albumId: 'none', mayUpload: AT_ONCE } }],
  ['a link that is not there', { settings: { guestShareId: 'none' } }],
  ['no upload', { guestCode: { albumId: 'none' } }],
])('%s is refused, and the code stays', async (_what, changes) => {
  const { id, key, guestKey } = await withCode();
  expect((await change(id, changes)).status).toBe(400);
  expect(await guestKeyOn(key)).toBe(guestKey);
});

test('taken back, it leaves the wall at once', async () => {
  const { key, shareId, guestKey } = await withCode();
  const reader = await listen({ key });
  await client.admin('DELETE', ADMIN_PATHS.share(shareId));
  await reader.next('settings');
  expect(await codeOn(key)).toBeUndefined();
  expect((await visit(guestKey)).status).toBe(401);
});

test.each([
  ['is blocked', (id: string) => client.admin('PUT', ADMIN_PATHS.userBlock(id), { blocked: true, endMade: true })],
  ['is deleted', (id: string) => client.admin('DELETE', `${ADMIN_PATHS.user(id)}?endMade=true`)],
] as const)('ended because its maker %s, it leaves the wall at once', async (_what, end) => {
  const tablet = await client.make();
  const maker = await server.signIn({ permissions: ['admin'] });
  const guestCode = { albumId: party, mayUpload: AT_ONCE };
  const made = { method: 'PATCH', token: maker.token, body: { guestCode } };
  expect((await server.call(ADMIN_PATHS.tablet(tablet.id), made)).status).toBe(200);
  const guestKey = await guestKeyOn(tablet.key);
  expect(guestKey).not.toBe('');
  const reader = await listen(tablet);
  expect((await end(maker.user.id)).status).toBeLessThan(300);
  await reader.next('settings');
  expect(await codeOn(tablet.key)).toBeUndefined();
  expect((await visit(guestKey)).status).toBe(401);
});

test('another key of the tablet keeps it, and the end of the tablet ends it for good', async () => {
  const { id, guestKey, shareId } = await withCode();
  await client.admin('POST', ADMIN_PATHS.replaceTabletKey(id));
  expect((await visit(guestKey)).status, 'no screen shows it').toBe(401);
  expect(await guestKeyOn(await client.connectAgain(id))).toBe(guestKey);
  expect((await visit(guestKey)).status).toBe(200);
  await client.admin('DELETE', `${ADMIN_PATHS.tablet(id)}?only=revoke`);
  expect((await visit(guestKey)).status).toBe(401);
  expect(await shareOf(shareId)).toBeUndefined();
  // Connected again, it does not open what was ended.
  expect(await codeOn(await client.connectAgain(id))).toBeUndefined();
  expect((await visit(guestKey)).status).toBe(401);
});

test('the code opens nothing once the time of its tablet is over, or its key was ended by the command line', async () => {
  const [limited, ended] = [await withCode(), await withCode()];
  const expiresAt = new Date(server.dependencies.now() + 3_600_000).toISOString();
  await change(limited.id, { expiresAt });
  expect((await visit(limited.guestKey)).status).toBe(200);
  await server.dependencies.keys.revoke(ended.name);
  expect((await visit(ended.guestKey)).status).toBe(401);
  server.clock.advance(3_600_000);
  expect((await visit(limited.guestKey)).status).toBe(401);
});

test('a tablet is made with its code in one call', async () => {
  const made = await client.make({ guestCode: { albumId: party, mayUpload: AT_ONCE } });
  expect(made.guestCode).toEqual({ albumId: party, mayUpload: AT_ONCE });
  expect((await visit(await guestKeyOn(made.key))).status).toBe(200);
});
