import type { Kysely } from 'kysely';

/**
 * Adds the order that a key was collected for, so that pages of one tablet that collected one each do not end each
 * other's, and what a tablet proves with that it is the one: whoever reads its address has its key too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('api_keys').addColumn('ordered_at', 'bigint').execute();
  await db.schema.alterTable('tablets').addColumn('device_secret_hash', 'text').execute();
  await db.schema
    .alterTable('tablets')
    .addColumn('device_proved', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
