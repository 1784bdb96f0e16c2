import type { Kysely } from 'kysely';

/** Adds which tablets, and which troubles of the server, an alert has told of. Nodes have that beside their notes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('alerts_told')
    .addColumn('about', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('told_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('alerts_told_key', ['about', 'id'])
    .execute();
}
