import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keyRepository } from '#server/keys/keyRepository.ts';
import * as tabletKeys from '#server/core/db/migrations/022-tablet-keys.ts';
import * as keysByConnection from '#server/core/db/migrations/044-keys-by-connection.ts';
import { openTestDatabase, type TestDatabase } from '#support/server/testDatabase.ts';

const getMigrations = async () => ({ before: tabletKeys, now: keysByConnection });

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('a tablet that waits for an ordered key loses its keys, all others keep theirs, and nothing of orders is stored', async () => {
  const { db } = database;
  const keys = keyRepository(db, database.now);
  const waiting = await keys.create('Waiting', 'kiosk');
  const other = await keys.create('Other', 'kiosk');
  const lamp = await keys.create('Lamp', 'node');
  const { tabletId } = (await keys.find(waiting)) ?? {};
  // As it was before.
  const names = { migrationTableName: 'tried', migrationLockTableName: 'tried_lock' };
  const migrator = new Migrator({ db, provider: { getMigrations }, ...names });
  expect((await migrator.migrateTo('before')).error).toBeUndefined();
  await db.schema.alterTable('tablets').addColumn('key_wanted_at', 'bigint').execute();
  await db.schema.alterTable('api_keys').addColumn('used_at', 'bigint').execute();
  await sql`update tablets set key_wanted_at = 1, device_secret_hash = 'hash', device_proved = 1 where id = ${tabletId}`.execute(
    db,
  );
  await sql`update tablets set device_secret_hash = 'hash', device_proved = 2 where id <> ${tabletId}`.execute(db);

  expect((await migrator.migrateTo('now')).error).toBeUndefined();

  expect((await keys.find(waiting))?.revokedAt).toBeGreaterThan(0);
  expect(await keys.find(other)).toMatchObject({ revokedAt: null, name: 'Other' });
  expect(await keys.find(lamp)).toMatchObject({ revokedAt: null });
  const [tablet] = await db.selectFrom('tablets').selectAll().execute();
  const [key] = await db.selectFrom('api_keys').selectAll().execute();
  const columns = [...Object.keys(tablet ?? {}), ...Object.keys(key ?? {})];
  expect(columns.filter((name) => /wanted|secret|proved|used|ordered/.test(name))).toEqual([]);
  expect(await db.selectFrom('tablets').select('name').orderBy('name').execute()).toEqual([
    { name: 'Other' },
    { name: 'Waiting' },
  ]);
});
