import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('nodes')
    .addColumn('node_id', 'text', (column) => column.primaryKey())
    .addColumn('last_heartbeat', 'bigint')
    .addColumn('brightness', 'real')
    .execute();
}
