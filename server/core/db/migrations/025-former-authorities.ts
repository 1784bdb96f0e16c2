import type { Kysely } from 'kysely';

/** Adds the replaced authorities, which devices should no longer trust. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('former_authorities')
    .addColumn('fingerprint', 'text', (column) => column.primaryKey())
    .addColumn('ends_at', 'bigint', (column) => column.notNull())
    .execute();
}
