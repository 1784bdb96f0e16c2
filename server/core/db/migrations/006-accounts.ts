import type { Kysely } from 'kysely';

/** Adds the device of a session, the time at which an account was blocked, and the audit log. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('device', 'text').execute();
  await db.schema.createIndex('sessions_of_user').on('sessions').column('user_id').execute();
  await db.schema.alterTable('users').addColumn('blocked_at', 'bigint').execute();
  // `actor_id` and `subject_id` are no foreign keys, because the log outlives the accounts that it speaks of.
  await db.schema
    .createTable('audit_events')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('actor_id', 'text')
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('subject_id', 'text')
    .addColumn('subject', 'text')
    .addColumn('what', 'text')
    .addColumn('address', 'text')
    .execute();
  await db.schema.createIndex('audit_events_in_time').on('audit_events').column('at').execute();
  await db.schema
    .createTable('settings_seen')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value_hash', 'text', (column) => column.notNull())
    .execute();
}
