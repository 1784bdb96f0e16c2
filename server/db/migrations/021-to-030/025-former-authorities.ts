import type { Kysely } from 'kysely';

/** Adds the authorities that were replaced, by which devices find what they are to trust no longer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('former_authorities')
    .addColumn('fingerprint', 'text', (column) => column.primaryKey())
    .addColumn('ends_at', 'bigint', (column) => column.notNull())
    .execute();
}
