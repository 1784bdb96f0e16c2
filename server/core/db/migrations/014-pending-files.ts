import type { Kysely } from 'kysely';

/**
 * Adds the files that are being uploaded to an object store, with the server that uploads each and the end of its
 * lease.
 */
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
