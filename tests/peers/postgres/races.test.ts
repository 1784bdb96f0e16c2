import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase, type OpenDatabase } from '#server/core/db/open.ts';
import { revokeKeysOf } from '#server/keys/tabletKeyQueries.ts';
import { copyPhotoRows } from '#server/photos/curation/curationQueries.ts';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { closeSockets, connected, openSocket, report } from '#support/server/nodeSockets.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { databaseUrlFor } from '#support/server/testPostgres.ts';
import { jpeg } from '#support/pictures/images.ts';
import { TabletClient } from '#support/server/tabletClient.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

const HERE = process.env.TEST_DATABASE_URL !== undefined;

/** Asked outside of transactions: within one, connections that were opened since its first look are not listed. */
async function expectWaiting({ db }: OpenDatabase, count: number): Promise<void> {
  const waiting = sql<{ n: string }>`select count(*) as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect
    .poll(async () => Number((await waiting.execute(db)).rows[0]?.n), { timeout: 10_000 })
    .toBeGreaterThanOrEqual(count);
}

describe.runIf(HERE)('two writers on PostgreSQL', () => {
  let server: TestServer;
  let token: string;
  /** Another process on the same database: what it writes in a transaction lets all other transactions wait. */
  let other: OpenDatabase;

  beforeAll(async () => {
    server = await startTestServer();
    ({ token } = await server.signIn({ permissions: ['admin'] }));
    const { dataDir } = server.dependencies.settings;
    other = await openDatabase(dataDir, { url: await databaseUrlFor(dataDir) });
  });
  afterEach(closeSockets);
  afterAll(async () => {
    await other.db.destroy();
    await server.close();
  });

  test('a node that is forgotten while it is written stays forgotten', async () => {
    const { db } = server.dependencies;
    const socket = await connected(openSocket(server.origin, await server.createKey('Gateway', 'node')));
    const forgotten = await other.db.transaction().execute(async () => {
      await report(socket, 'hall', 40);
      // The batch of this second.
      await expectWaiting(other, 1);
      const deletion = server.call(ADMIN_PATHS.node('hall'), { method: 'DELETE', token });
      await Promise.race([deletion, expectWaiting(other, 2)]);
      return { deletion };
    });
    expect((await forgotten.deletion).status).toBe(204);
    await db.transaction().execute(async () => undefined);
    expect(await db.selectFrom('nodes').select('node_id').execute()).toEqual([]);
  });

  test('the hashes of images that are made again are those of a copy from the same moment too', async () => {
    const { db, photos } = server.dependencies;
    const client = await PhotoClient.on(server);
    const photo = await client.uploadOne('a.jpg', await jpeg({ seed: 1 }));
    const { id: albumId } = await client.createAlbum();
    const row = db
      .selectFrom('photos')
      .select(['id', 'album_id as albumId', 'filename'])
      .where('filename', '=', photo.filename);
    const { id, ...files } = await row.executeTakeFirstOrThrow();
    const found = { mediumHash: 'new', thumbnailHash: 'new', width: 3, height: 2, camera: null };
    const { made } = await other.db.transaction().execute(async (transaction) => {
      await copyPhotoRows(transaction, [{ id, name: 'copy.jpg' }], { albumId, now: 0 });
      const setting = photos.photos.setVariants(files, found);
      await expectWaiting(other, 1);
      return { made: setting };
    });
    await made;
    const hashes = await db.selectFrom('photos').select('medium_hash').execute();
    expect(hashes.map(({ medium_hash: hash }) => hash)).toEqual(['new', 'new']);
  });

  test('whoever signs in while the account is blocked has no session afterwards', async () => {
    const { db, sessions, users } = server.dependencies;
    const [{ id }, by] = [await users.create({ email: 'tom@example.org' }), (await server.signIn()).user.id];
    // First old sessions are swept; then the block has its turn before the new one is written.
    const { opened, blocked } = await other.db.transaction().execute(async () => {
      const opening = sessions.open(id).catch((error: unknown) => error);
      await expectWaiting(other, 1);
      const blocking = users.setBlocked({ userId: id, blocked: true, by });
      await expectWaiting(other, 2);
      return { opened: opening, blocked: blocking };
    });
    expect((await blocked).blockedAt).not.toBeNull();
    expect(await opened).toMatchObject({ status: 403 });
    expect(await db.selectFrom('sessions').select('id').where('user_id', '=', id).execute()).toEqual([]);
  });

  test('a screen that collects its key while another server revokes its tablet gets none', async () => {
    const { db, pairings } = server.dependencies;
    const client = await TabletClient.on(server);
    const { id } = await client.make();
    const { code, secret } = await client.offer();
    expect(await client.admin('POST', ADMIN_PATHS.acceptPairing(code), { tabletId: id })).toMatchObject({
      status: 200,
    });
    const { collected } = await other.db.transaction().execute(async (transaction) => {
      await revokeKeysOf(transaction, { tabletId: id, now: Date.now() });
      const collecting = pairings.collect(secret);
      await Promise.race([collecting, expectWaiting(other, 1)]);
      return { collected: collecting };
    });
    expect(await collected).toBeUndefined();
    const keys = db.selectFrom('api_keys').select('id').where('tablet_id', '=', id).where('revoked_at', 'is', null);
    expect(await keys.execute()).toEqual([]);
  });

  test('files whose last photo goes while it is looked for stay noted for removal', async () => {
    const { photos } = server.dependencies.photos;
    const client = await PhotoClient.on(server);
    const { id: albumId } = await client.createAlbum({ slug: 'noted' });
    await client.upload(albumId, { 'a.jpg': await jpeg({ seed: 2 }) });
    const [photo] = await client.photos(albumId);
    const files = { albumId, filename: photo?.filename ?? '' };
    const note = { album_id: albumId, filename: files.filename };
    // Noted once before, when another photo with these files went.
    await server.dependencies.db.insertInto('files_to_remove').values(note).execute();
    const { kept } = await other.db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('photos').where('filename', '=', files.filename).execute();
      const keeping = photos.keepUsedFiles(files);
      await Promise.race([keeping, expectWaiting(other, 1)]);
      return { kept: keeping };
    });
    expect([await kept, await photos.isToBeRemoved(files)]).toEqual([false, true]);
  });
});
