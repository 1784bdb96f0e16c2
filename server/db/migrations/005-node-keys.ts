import type { Kysely } from 'kysely';

/** The key that first reported for a node: each key has its share of all nodes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('nodes').addColumn('key_id', 'text').execute();
}
