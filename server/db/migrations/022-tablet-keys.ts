import type { Kysely } from 'kysely';

/**
 * Adds the order that a key was collected for, so that pages of one tablet that collected one each do not end each other's.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('api_keys').addColumn('ordered_at', 'bigint').execute();
}
