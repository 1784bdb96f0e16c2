import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openDependencies } from '#support/server/library.ts';
import { CONNECTIONS, TABLETS } from '#server/core/limits.ts';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { EVENT_COMMENT_MS } from '#contract/tablets/kioskEvents.ts';
import { API_PATHS } from '#contract/paths.ts';
import type { KioskSettingsResponse } from '#contract/tablets/schemas.ts';
import { jpeg } from '#support/pictures/images.ts';
import { EventReader } from '#support/server/eventReader.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { TabletClient } from '#support/server/tabletClient.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

let server: TestServer;
let client: TabletClient;
let photos: PhotoClient;
const readers: EventReader[] = [];

beforeAll(async () => {
  server = await startTestServer();
  client = await TabletClient.on(server);
  photos = await PhotoClient.on(server);
});
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
});
afterAll(() => server.close());

async function listen(key: string): Promise<EventReader> {
  const reader = await EventReader.open(server.origin, key);
  readers.push(reader);
  return reader;
}

async function newTablet(albumIds: string[] | null = null) {
  const tablet = await client.make({ albumIds });
  return { ...tablet, reader: await listen(tablet.key) };
}

test('the stream is one that proxies pass on, and begins with a comment', async () => {
  const { reader } = await newTablet();
  expect(reader.response.status).toBe(200);
  expect(Object.fromEntries(reader.response.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'content-security-policy': expect.any(String),
  });
  expect(reader.response.headers.has('content-encoding')).toBe(false);
  expect(reader.text).toMatch(/^:\nevent: alive\ndata:\n\n/);
});

test('a key that is not one gets no stream, and a HEAD no endless response', async () => {
  const { key, reader } = await newTablet();
  const path = `${API_PATHS.kioskEvents}?apiKey=`;
  expect(await server.call(`${path}wrong`)).toMatchObject({ status: 401 });
  expect(await server.call(path + key, { method: 'HEAD' })).toMatchObject({ status: 404 });
  expect(reader.isOver).toBe(false);
});

test('a tablet listens for as long as its page is open', async () => {
  const { id, reader } = await newTablet();
  expect(await client.find(id)).toMatchObject({ listening: true, lastSeenAt: expect.any(String) });
  reader.close();
  await expect.poll(() => client.find(id)).toMatchObject({ listening: false });
});

test('the stream of a tablet that tells nothing any more ends, as without power, and others go on', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const dead = await newTablet();
    const alive = await newTablet();
    server.clock.advance(TABLETS.silentMs);
    await client.tablet(alive.key, `POST ${API_PATHS.kioskReport}`, { path: '/circuit-tree' });
    vi.advanceTimersByTime(EVENT_COMMENT_MS);
    await dead.reader.until(() => dead.reader.isOver);
    await expect.poll(() => client.find(dead.id)).toMatchObject({ listening: false });
    expect(await client.find(alive.id)).toMatchObject({ listening: true });
    expect(alive.reader.isOver).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});

test('an upload is told to the tablets that may see the album, and to no others', async () => {
  const above = await photos.createAlbum();
  const album = await photos.createAlbum({ parentAlbumId: above.id });
  const elsewhere = await photos.createAlbum();
  const all = await newTablet();
  const some = await newTablet([above.id]);
  const others = await newTablet([elsewhere.id]);

  await photos.upload(album.id, { 'one.jpg': await jpeg() });
  const told = { event: 'albums', data: undefined };
  expect(await all.reader.next('albums')).toEqual(told);
  expect(await some.reader.next('albums')).toEqual(told);
  // The others hear of settings meanwhile, and of an album of their own.
  await client.admin('PATCH', ADMIN_PATHS.tablet(others.id), { settings: { hours: 24 } });
  await others.reader.next('settings');
  expect(others.reader.text).not.toContain('event: albums');
  await photos.createAlbum({ parentAlbumId: elsewhere.id });
  expect(await others.reader.next('albums')).toEqual(told);
});

test('a change by another process is told too', async () => {
  const { reader } = await newTablet();
  const other = await openDependencies({ ...server.dependencies.settings });
  await other.photos.albums.create({ name: 'By another', slug: 'by-another' }, null);
  await other.close();
  expect(await reader.next('albums')).toEqual({ event: 'albums', data: undefined });
});

test('an album that is deleted, or moves out of sight, is told to those who saw it', async () => {
  const above = await photos.createAlbum();
  const moved = await photos.createAlbum({ parentAlbumId: above.id });
  const onlyTheMoved = await newTablet([moved.id]);
  const { reader } = await newTablet([above.id]);
  await client.admin('PATCH', ADMIN_PATHS.album(moved.id), { parentAlbumId: null });
  await reader.next('albums');
  await onlyTheMoved.reader.next('albums');
  await client.admin('DELETE', ADMIN_PATHS.album(above.id));
  await reader.next('albums');
  expect(onlyTheMoved.reader.text.match(/event: albums/g)).toHaveLength(1);
});

test('a setting is told at once, and so is a change of what the tablet may see', async () => {
  const { id, key, reader } = await newTablet();
  const album = await photos.createAlbum();
  await reader.next('albums');
  await client.admin('PATCH', ADMIN_PATHS.tablet(id), { settings: { hours: 24 } });
  expect(await reader.next('settings')).toEqual({ event: 'settings', data: undefined });
  const { body } = await client.tablet<KioskSettingsResponse>(key, `GET ${API_PATHS.kioskSettings}`);
  expect(body.settings.hours).toBe(24);

  await client.admin('PATCH', ADMIN_PATHS.tablet(id), { albumIds: [album.id] });
  await reader.next('albums');
  // From now on other albums are none of its business. A page that was not notified lately would hear of them at once.
  const page = await listen(key);
  const all = await newTablet();
  await photos.createAlbum();
  await all.reader.next('albums');
  expect(page.events).toEqual([]);
  await photos.upload(album.id, { 'one.jpg': await jpeg() });
  await reader.next('albums');
});

test('a command reaches all pages of the tablet', async () => {
  const { id, key, reader } = await newTablet();
  const second = await listen(key);
  const command = { command: 'show', albumId: 'some-album' };
  expect(await client.admin('POST', ADMIN_PATHS.tabletCommand(id), command)).toMatchObject({ status: 202 });
  for (const page of [reader, second]) expect(await page.next('command')).toEqual({ event: 'command', data: command });
});

test('a revoked key is told and its stream ends, and so is one that ended for a new key; others go on', async () => {
  const other = await newTablet();
  const deleted = await newTablet();
  await client.admin('DELETE', ADMIN_PATHS.tablet(deleted.id));
  const replaced = await newTablet();
  await client.admin('POST', ADMIN_PATHS.replaceTabletKey(replaced.id));
  for (const { reader } of [deleted, replaced]) {
    await reader.next('revoked');
    await reader.until(() => reader.isOver);
  }
  expect(other.reader).toMatchObject({ isOver: false, events: [] });
});

test('a key revoked by another process ends its streams', async () => {
  const { name, reader } = await newTablet();
  const other = await openDependencies({ ...server.dependencies.settings });
  await other.keys.revoke(name);
  await other.close();
  await reader.next('revoked');
  await reader.until(() => reader.isOver);
});

test('the end of a tablet’s time ends its stream to the second', async () => {
  const { now, core } = server.dependencies;
  const end = now() + 600_000;
  const { key } = await client.make({ expiresAt: new Date(end).toISOString() });
  const reader = await listen(key);
  server.clock.advance(end - now() - 200);
  // The server has waited for the end of another clock: now it waits for the rest.
  core.credentialChanges.announce();
  await reader.next('revoked');
  expect(now()).toBeGreaterThanOrEqual(end);
});

test('of too many pages of a tablet the oldest ends', async () => {
  const { key, reader } = await newTablet();
  const others = await Promise.all(Array.from({ length: TABLETS.streams }, () => listen(key)));
  await reader.until(() => reader.isOver);
  expect(others.filter(({ isOver }) => isOver)).toEqual([]);
});

test('a server that stops does not wait for the streams', async () => {
  const own = await startTestServer();
  const reader = await EventReader.open(own.origin, await own.createKey('Wall'));
  const begun = performance.now();
  await own.app.close();
  expect(performance.now() - begun, 'a stream that stayed open would be waited for').toBeLessThan(CONNECTIONS.drainMs);
  await reader.until(() => reader.isOver);
  await own.close();
});
