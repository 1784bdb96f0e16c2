import type { Kysely } from 'kysely';

/**
 * Adds the tablets and the problems of the server that an alert has reported. Nodes have a column of their own for
 * that.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('alerts_told')
    .addColumn('about', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('told_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('alerts_told_key', ['about', 'id'])
    .execute();
}
