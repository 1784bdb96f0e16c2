import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { CompiledQuery, Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { copyRows } from '#server/core/db/copying/copyRows.ts';
import { DATABASE_FILE } from '#server/core/db/dataFolder.ts';
import { BusyRetryDialect } from '#server/core/db/sqlite/busyRetryDialect.ts';
import type { Schema } from '#server/core/db/schema.ts';
import { userRepository } from '#server/users/userRepository.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

/** Another process that takes the write lock and holds it until it is told to let go. */
const HOLDER = `
  const Sqlite = require('better-sqlite3');
  const db = new Sqlite(process.argv[1], { timeout: 5000 });
  db.exec('begin immediate');
  console.log('held');
  process.stdin.once('data', () => { db.exec('commit'); process.exit(0); });
`;

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

async function holdDatabase(): Promise<() => Promise<void>> {
  const file = join(server.dependencies.settings.dataDir, DATABASE_FILE);
  const holder = spawn(process.execPath, ['-e', HOLDER, file], { stdio: ['pipe', 'pipe', 'inherit'] });
  const gone = once(holder, 'exit');
  await once(holder.stdout, 'data');
  return async () => {
    holder.stdin.end('go');
    await gone;
  };
}

test.each([
  { memory: 512 * 1024 ** 2, kB: 4 * 1024 },
  { memory: 8 * 1024 ** 3, kB: 16 * 1024 },
])('with $memory bytes of memory it caches $kB kB of pages', async ({ memory, kB }) => {
  vi.spyOn(process, 'constrainedMemory').mockReturnValue(memory);
  onTestFinished(() => void vi.restoreAllMocks());
  const small = await startTestServer();
  onTestFinished(() => small.close());
  const { rows } = await sql<{ cache_size: number }>`pragma cache_size`.execute(small.dependencies.db);
  expect(rows).toEqual([{ cache_size: -kB }]);
});

test('a write waits for another process, while everybody else is served', { timeout: 60_000 }, async () => {
  const { token } = await server.signIn({ permissions: ['admin'] });
  const release = await holdDatabase();
  let answered = false;
  const body = { name: 'Late', slug: 'late' };
  const write = server.call('/photos/albums', { method: 'POST', token, body }).finally(() => {
    answered = true;
  });
  for (let reads = 0; reads < 20; reads += 1) {
    expect(await server.call('/users', { token })).toMatchObject({ status: 200 });
    expect(answered, 'a read does not wait for the lock').toBe(false);
  }
  await release();
  expect(await write).toMatchObject({ status: 201 });
});

test('transactions that wait at once each get their turn', { timeout: 60_000 }, async () => {
  const release = await holdDatabase();
  const emails = Array.from({ length: 20 }, (_, person) => `person-${person}@example.org`);
  const created = Promise.all(emails.map((email) => server.dependencies.users.create({ email })));
  await setTimeout(300);
  await release();
  expect(await created).toHaveLength(emails.length);
  expect(await server.dependencies.users.list()).toHaveLength(emails.length);
});

test(
  'a write that waits beyond the timeout fails with a sentence, and nothing is left half done',
  { timeout: 60_000 },
  async () => {
    const { dataDir } = server.dependencies.settings;
    const sqlite = new Sqlite(join(dataDir, DATABASE_FILE), { timeout: 0 });
    const db = new Kysely<Schema>({ dialect: new BusyRetryDialect(sqlite, { timeoutMs: 100 }) });
    const users = userRepository(db, { now: Date.now, unusableEmails: [] });
    const release = await holdDatabase();
    const busy = { status: 503, message: 'The database is busy with other work: please try again in a moment' };
    await expect(users.create({ email: 'late@example.org' })).rejects.toMatchObject(busy);
    await expect(db.deleteFrom('users').execute()).rejects.toMatchObject(busy);
    await release();
    expect(await users.list()).toEqual([]);
    expect(await users.create({ email: 'late@example.org' })).toMatchObject({ email: 'late@example.org' });
    await db.destroy();
  },
);

test('what another process revokes counts from the next request and is announced', { timeout: 60_000 }, async () => {
  const key = await server.createKey('Hall');
  const announced = vi.fn<() => void>();
  server.dependencies.credentialChanges.subscribe(announced);
  const cli = spawn(process.execPath, ['server/cli/main.ts', 'key', 'revoke', 'Hall'], {
    env: { ...process.env, DATA_DIR: server.dependencies.settings.dataDir },
    stdio: 'inherit',
  });
  expect(await once(cli, 'exit')).toEqual([0, null]);
  expect(await server.call('/photos/albums', { key })).toMatchObject({ status: 401 });
  await vi.waitFor(() => expect(announced).toHaveBeenCalled(), 20_000);
});

test('an acknowledged write is on the disk: WAL, and every commit synced', { timeout: 60_000 }, async () => {
  const { rows: journal } = await server.dependencies.db.executeQuery<{ journal_mode: string }>(
    CompiledQuery.raw('pragma journal_mode'),
  );
  const { rows: sync } = await server.dependencies.db.executeQuery<{ synchronous: number }>(
    CompiledQuery.raw('pragma synchronous'),
  );
  expect(journal).toEqual([{ journal_mode: 'wal' }]);
  expect(sync).toEqual([{ synchronous: 2 }]);
});

test('a disk that is full is said to be full, in a transaction too, and the next one succeeds', async () => {
  const { db } = server.dependencies;
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
  await sql.raw(`pragma max_page_count = ${(rows[0]?.page_count ?? 0) + 1}`).execute(db);
  const write = (bytes: number) =>
    db.transaction().execute(async (transaction) => {
      const secret = { name: `of ${bytes}`, value: 'x'.repeat(bytes) };
      await transaction.insertInto('server_secrets').values(secret).execute();
    });
  await expect(write(1_000_000)).rejects.toMatchObject({ code: 'SQLITE_FULL' });
  await write(10);
  const stored = await db.selectFrom('server_secrets').select('name').where('name', 'like', 'of %').execute();
  expect(stored).toEqual([{ name: 'of 10' }]);
});

test('a database moves with all rows that refer to others, each after the one it refers to', async () => {
  const { db } = server.dependencies;
  const other = await startTestServer();
  onTestFinished(() => other.close());
  const album = { id: 'album', name: 'Family', slug: 'family', parent_id: null, created_at: 1 };
  const source = { id: 'source', kind: 'folder', name: 'NAS', place: '/mnt', album_id: null, details: '{}' } as const;
  const outcome = { state: 'ok', message: null, last_read_at: null, created_at: 1 } as const;
  const item = {
    source_id: 'source',
    item_key: 'a.jpg',
    mark: '',
    state: 'left-out',
    message: null,
    photo_id: null,
  } as const;
  const settled = { origin: 'folder /mnt', below: '', folder: '', album_id: 'album' };
  const tablet = { id: 'tablet', name: 'Hall', album_ids: null, settings: '{}', created_at: 1, expires_at: null };
  await db.insertInto('albums').values(album).execute();
  await db
    .insertInto('sources')
    .values({ ...source, ...outcome })
    .execute();
  await db.insertInto('source_items').values(item).execute();
  await db.insertInto('source_albums').values(settled).execute();
  await db.insertInto('tablets').values(tablet).execute();
  await db.insertInto('tablet_days').values({ tablet_id: 'tablet', day: 1, entries: '[]' }).execute();
  await copyRows(db, other.dependencies.db);
  const counts = await Promise.all(
    (['sources', 'source_items', 'source_albums', 'tablets', 'tablet_days'] as const).map(
      async (table) => (await other.dependencies.db.selectFrom(table).selectAll().execute()).length,
    ),
  );
  expect(counts).toEqual([1, 1, 1, 1, 1]);
});
