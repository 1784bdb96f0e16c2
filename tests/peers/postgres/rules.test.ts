import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase, type OpenDatabase } from '#server/core/db/open.ts';
import { keyRepository } from '#server/keys/keyRepository.ts';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { databaseUrlFor } from '#support/server/testPostgres.ts';
import { startTestServer, statusesOf, type TestServer } from '#support/server/testServer.ts';

const HERE = process.env.TEST_DATABASE_URL !== undefined;

describe.runIf(HERE)('a library in PostgreSQL', () => {
  let server: TestServer;
  let photos: PhotoClient;
  /** Another process on the same database, as a command of the operator is. */
  let other: OpenDatabase;

  beforeAll(async () => {
    server = await startTestServer();
    photos = await PhotoClient.on(server);
    const { dataDir } = server.dependencies.settings;
    other = await openDatabase(dataDir, { url: await databaseUrlFor(dataDir) });
  });

  afterAll(async () => {
    await other.db.destroy();
    await server.close();
  });

  test('fifty albums of one slug at once are one album', async () => {
    const payload = { name: 'Summer', slug: 'summer' };
    const responses = await Promise.all(Array.from({ length: 50 }, () => photos.postAlbum(payload)));
    const made = responses.filter(({ status }) => status === 201);
    expect([made.length, responses.filter(({ status }) => status === 409).length]).toEqual([1, 49]);
  });

  test('of two servers that make a key of one name at once, one wins', async () => {
    const here = server.dependencies.keys;
    const there = keyRepository(other.db, Date.now);
    for (let round = 0; round < 20; round += 1) {
      const outcomes = await Promise.allSettled([here, there].map((keys) => keys.create(`Hall ${round}`, 'kiosk')));
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    }
  });

  test('of two admins who type the letters of one screen at once, one gets it', async () => {
    const { token } = await server.signIn({ permissions: ['admin'] });
    const { code } = await server.dependencies.pairings.offer('127.0.0.1');
    const accept = (name: string) =>
      server.call(ADMIN_PATHS.acceptPairing(code), { method: 'POST', token, body: { name } });
    // Both have found the screen free, and wait for its row, before either can take it.
    const both = await other.db.transaction().execute(async (transaction) => {
      await transaction.selectFrom('pairings').select('code').where('code', '=', code).forUpdate().execute();
      const responses = Promise.all(['One of two', 'Two of two'].map(accept));
      await expect
        .poll(async () => {
          const waiting = sql<{ n: string }>`select count(*) as n from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`;
          return Number((await waiting.execute(transaction)).rows[0]?.n);
        })
        .toBe(2);
      return { responses };
    });
    expect(statusesOf(await both.responses)).toEqual([200, 404]);
    const names = await server.dependencies.db.selectFrom('tablets').select('name').execute();
    expect(names.filter(({ name }) => name.endsWith('of two'))).toHaveLength(1);
  });

  test('lists show what another process writes, and the next request with a key it revoked is refused', async () => {
    const key = await server.createKey('Kitchen');
    const album = await photos.createAlbum({ name: 'Before' });
    await expect.poll(async () => JSON.stringify(await photos.albums())).toContain('"Before"');
    await other.db.updateTable('albums').set({ name: 'After' }).where('id', '=', album.id).execute();
    await expect.poll(async () => JSON.stringify(await photos.albums())).toContain('"After"');
    await keyRepository(other.db, Date.now).revoke('Kitchen');
    expect((await server.call('/photos/albums', { key })).status).toBe(401);
  });

  test('texts are in the order of their bytes, and a search knows its own signs', async () => {
    for (const name of ['zebra 100%', 'Apple_1', 'äther', 'apple 1']) await photos.createAlbum({ name });
    const names = await server.dependencies.db.selectFrom('albums').select('name').orderBy('name').execute();
    const sorted = names.map(({ name }) => name);
    expect(sorted).toEqual(sorted.toSorted((one, two) => Buffer.compare(Buffer.from(one), Buffer.from(two))));
    const { token } = await server.signIn({ permissions: ['photos:read'] });
    for (const words of ['%25', '_', '\\']) {
      expect((await server.call(`/photos/search?q=${words}`, { token })).status, words).toBe(200);
    }
  });

  test('connections that break are opened anew, and meanwhile a write is refused with a sentence', async () => {
    const { db, settings } = server.dependencies;
    const name = new URL(settings.databaseUrl ?? '').pathname.slice(1);
    const admin = new Client({ connectionString: process.env.TEST_DATABASE_URL });
    await admin.connect();
    const cut = () =>
      admin.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
        [name],
      );
    try {
      await admin.query(`alter database ${name} allow_connections false`);
      await cut();
      const refused = await photos.postAlbum({ name: 'Away', slug: 'away' });
      expect([refused.status, refused.body]).toEqual([
        503,
        { message: 'The server cannot reach its database at the moment: please try again in a moment' },
      ]);
      await admin.query(`alter database ${name} allow_connections true`);
      expect(statusesOf([await server.call('/health')])).toEqual([200]);
      expect((await photos.postAlbum({ name: 'Back', slug: 'back' })).status).toBe(201);
      expect(await db.selectFrom('albums').select('slug').where('slug', 'in', ['away', 'back']).execute()).toEqual([
        { slug: 'back' },
      ]);
    } finally {
      await admin.query(`alter database ${name} allow_connections true`);
      await admin.end();
    }
  });
});
