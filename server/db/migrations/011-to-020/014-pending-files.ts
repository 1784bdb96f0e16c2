import type { Kysely } from 'kysely';

/** Adds what is on its way into an object store, and which server is at it until when. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('pending_files')
    .addColumn('album_id', 'text', (column) => column.notNull())
    .addColumn('filename', 'text', (column) => column.notNull())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('lease_until', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('pending_files_key', ['album_id', 'filename'])
    .execute();
}
