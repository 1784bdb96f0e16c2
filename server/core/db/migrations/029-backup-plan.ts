import type { Kysely } from 'kysely';

/** Adds the folder for backups that an admin chose, and the number of backups in it: at most one row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('backup_plan')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('folder', 'text', (column) => column.notNull())
    .addColumn('keep', 'integer', (column) => column.notNull())
    .execute();
}
