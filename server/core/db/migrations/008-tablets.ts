import { randomUUID } from 'node:crypto';
import { type Kysely } from 'kysely';

/** Adds tablets with their settings, and the offers of screens that want to become one. Each kiosk's key gets a tablet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('tablets')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('album_ids', 'text')
    .addColumn('settings', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('key_wanted_at', 'bigint')
    .addColumn('last_seen_at', 'bigint')
    .addColumn('report', 'text')
    .addColumn('day', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('last_minute', 'bigint')
    .execute();
  await db.schema.alterTable('api_keys').addColumn('tablet_id', 'text').execute();
  await db.schema.alterTable('api_keys').addColumn('used_at', 'bigint').execute();
  // A tablet has two active keys of its name while it moves from one to the other. The repositories compare names, in
  // the same transaction as they write.
  await db.schema.dropIndex('api_keys_one_active_per_name').execute();
  await db.schema.createIndex('api_keys_of_tablet').on('api_keys').column('tablet_id').execute();
  await db.schema
    .createTable('pairings')
    .addColumn('code', 'text', (column) => column.primaryKey())
    .addColumn('secret_hash', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('tablet_id', 'text')
    .addColumn('collected_at', 'bigint')
    .execute();
  await makeTablets(db.withTables<KeysAndTablets>());
}

// A type, because Kysely does not accept an interface here: an interface has no index signature.
type KeysAndTablets = {
  api_keys: {
    id: string;
    name: string;
    use: string;
    created_at: number;
    revoked_at: number | null;
    tablet_id: string | null;
    used_at: number | null;
  };
  tablets: { id: string; name: string; settings: string; created_at: number };
};

async function makeTablets(db: Kysely<KeysAndTablets>): Promise<void> {
  const keys = await db
    .selectFrom('api_keys')
    .select(['id', 'name', 'created_at'])
    .where('use', '=', 'kiosk')
    .where('revoked_at', 'is', null)
    .execute();
  for (const { id, name, created_at } of keys) {
    const tablet = { id: randomUUID(), name, settings: '{}', created_at };
    await db.insertInto('tablets').values(tablet).execute();
    // Whether the key was used is not known; it counts as used, so that nothing else happens at its next use.
    await db.updateTable('api_keys').set({ tablet_id: tablet.id, used_at: created_at }).where('id', '=', id).execute();
  }
}
