import type { Kysely } from 'kysely';

/**
 * Adds the order that a key was collected for, so that several pages of one tablet that each collected a key do not end
 * each other's. Adds the secret with which a tablet proves its identity, because anybody who reads its address has its
 * key.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('api_keys').addColumn('ordered_at', 'bigint').execute();
  await db.schema.alterTable('tablets').addColumn('device_secret_hash', 'text').execute();
  await db.schema
    .alterTable('tablets')
    .addColumn('device_proved', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
