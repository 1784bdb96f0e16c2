import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('nodes')
    .addColumn('node_id', 'text', (column) => column.primaryKey())
    .addColumn('last_heartbeat', 'bigint')
    .addColumn('brightness', 'real')
    .execute();
  // `node_id` is no foreign key, because the table also holds the server's own day, under an id that no node can have.
  await db.schema
    .createTable('node_days')
    .addColumn('node_id', 'text', (column) => column.primaryKey())
    .addColumn('last_minute', 'bigint', (column) => column.notNull())
    .addColumn('quarters', 'text', (column) => column.notNull())
    .execute();
}
