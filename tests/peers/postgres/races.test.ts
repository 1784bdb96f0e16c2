import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase, type OpenDatabase } from '#server/core/db/open.ts';
import { copyPhotoRows } from '#server/photos/curation/curationQueries.ts';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { closeSockets, connected, openSocket, report } from '#support/server/nodeSockets.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { databaseUrlFor } from '#support/server/testPostgres.ts';
import { jpeg } from '#support/pictures/images.ts';
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
});
