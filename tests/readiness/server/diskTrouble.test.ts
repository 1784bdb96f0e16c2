import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DATABASE_FILE } from '#server/core/db/dataFolder.ts';
import type { Album, Photo } from '#contract/photos/schemas.ts';
import { jpeg } from '#support/pictures/images.ts';
import { connected, openSocket, report, statuses } from '#support/server/nodeSockets.ts';
import { API_PATHS } from '#contract/paths.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { TabletClient } from '#support/server/tabletClient.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

const NO_DISK = 'The server cannot use its disk at the moment';

let server: TestServer;
let client: PhotoClient;
let album: Album;
let photo: Photo;
beforeAll(async () => {
  server = await startTestServer();
  client = await PhotoClient.on(server);
  album = await client.createAlbum();
  const [first] = (await client.upload(album.id, { 'a.jpg': await jpeg({ seed: 1 }) })).body.photos;
  if (first) photo = first;
});
afterAll(() => server.close());

/** SQLite's error on every write to a disk that has turned read-only. */
async function setReadOnly(isReadOnly: boolean): Promise<void> {
  await sql`pragma query_only = ${sql.lit(isReadOnly ? 'on' : 'off')}`.execute(server.dependencies.db);
}

async function expectReads(): Promise<void> {
  expect((await client.image(photo, 'medium')).status).toBe(200);
  expect((await client.image(photo, 'thumbnail', { headers: { 'If-None-Match': 'x' } })).status).toBe(200);
  expect(await client.photos(album.id)).toHaveLength(1);
  expect(await client.albums()).toHaveLength(1);
}

test('a database that turns read-only ends neither the process nor the reads, and works again by itself', async () => {
  const device = await connected(openSocket(server.origin, await server.createKey('device', 'node')));
  await setReadOnly(true);
  expect(await report(device, 'lamp')).toEqual({ ok: true });
  expect(await client.postAlbum({ name: 'New', slug: 'new' })).toMatchObject({
    status: 503,
    body: { message: NO_DISK },
  });
  const refused = await client.upload(album.id, { 'b.jpg': await jpeg({ seed: 2 }) });
  expect(refused).toMatchObject({ status: 503, body: { message: `${NO_DISK}: nothing of this photo was stored` } });
  // Long enough for a batch of heartbeats to fail.
  await wait(1_200);
  await expectReads();
  await setReadOnly(false);
  expect((await client.upload(album.id, { 'b.jpg': await jpeg({ seed: 2 }) })).status).toBe(201);
  expect(await client.leftovers()).toEqual([]);
  const reader = await connected(openSocket(server.origin, client.headers.Authorization?.slice('Bearer '.length)));
  expect(await statuses(reader)).toMatchObject([{ nodeId: 'lamp' }]);
  reader.disconnect();
  device.disconnect();
});

/** Any change of a key takes more pages than the database may have: SQLite then says that the disk is full. */
async function setFull(isFull: boolean): Promise<void> {
  const { db } = server.dependencies;
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
  await sql.raw(`pragma max_page_count = ${isFull ? (rows[0]?.page_count ?? 0) + 1 : 1_000_000}`).execute(db);
  if (!isFull) return void (await sql`drop trigger fill_the_disk`.execute(db));
  const fill = "insert into server_secrets (name, value) values ('filler', hex(zeroblob(1000000)))";
  await sql.raw(`create trigger fill_the_disk before update on api_keys begin ${fill}; end`).execute(db);
}

let locker: Sqlite.Database | undefined;

/** Another process, such as a backup, has the database's write lock. */
async function setLocked(isLocked: boolean): Promise<void> {
  if (isLocked) locker = new Sqlite(join(server.dependencies.settings.dataDir, DATABASE_FILE));
  locker?.exec(isLocked ? 'begin immediate' : 'rollback');
  if (!isLocked) locker?.close();
}

test.each([
  { trouble: 'disk is read-only', set: setReadOnly },
  { trouble: 'disk is full', set: setFull },
  { trouble: 'database is locked', set: setLocked },
])('a key that is new to a wall opens all it may read while the $trouble', async ({ set }) => {
  const tablets = await TabletClient.on(server);
  const { key } = await tablets.make();
  await set(true);
  expect(await tablets.check(key)).toEqual({ status: 200, code: undefined });
  for (const path of [API_PATHS.albums, API_PATHS.albumPhotos(album.id), API_PATHS.kioskSettings]) {
    expect(await tablets.tablet(key, `GET ${path}`)).toMatchObject({ status: 200 });
  }
  expect(await tablets.check('unknown')).toMatchObject({ status: 401 });
  await set(false);
});

test('a photos folder that is gone in the middle of an upload ends neither', async () => {
  const incoming = join(server.dependencies.settings.dataDir, 'photos', 'incoming');
  const photos = await client.photos(album.id);
  await rename(incoming, `${incoming}.away`);
  await writeFile(incoming, 'no folder');
  const refused = await client.upload(album.id, { 'c.jpg': await jpeg({ seed: 3 }), 'd.jpg': await jpeg({ seed: 4 }) });
  expect(refused.status).toBeGreaterThanOrEqual(500);
  expect(await client.photos(album.id)).toEqual(photos);
  await rename(incoming, `${incoming}.file`);
  await rename(`${incoming}.away`, incoming);
  expect((await client.upload(album.id, { 'c.jpg': await jpeg({ seed: 3 }) })).status).toBe(201);
});
