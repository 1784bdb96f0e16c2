import type { Kysely } from 'kysely';

/** Adds the key that first reported for a node, because the nodes of one key are limited. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('nodes').addColumn('key_id', 'text').execute();
}
