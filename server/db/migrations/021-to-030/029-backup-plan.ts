import type { Kysely } from 'kysely';

/** Adds the folder that an admin chose for backups, and how many are kept in it: at most one row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('backup_plan')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('folder', 'text', (column) => column.notNull())
    .addColumn('keep', 'integer', (column) => column.notNull())
    .execute();
}
