import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Album, Photo } from '../../../src/contract/entities.ts';
import { jpeg } from '../../support/pictures/images.ts';
import { connected, openSocket, report, statuses } from '../../support/server/nodeSockets.ts';
import { PhotoClient } from '../../support/server/photoClient.ts';
import { startTestServer, type TestServer } from '../../support/server/testServer.ts';

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

/** What SQLite then says of every write is what it says on a disk that has turned read-only. */
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
