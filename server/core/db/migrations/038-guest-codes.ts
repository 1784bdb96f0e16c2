import type { Kysely } from 'kysely';

/**
 * Adds the tablet that shows a share as its guest code, and the share's key, encrypted, because the tablet requests it
 * again and again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('shares').addColumn('tablet_id', 'text').execute();
  await db.schema.alterTable('shares').addColumn('sealed_key', 'text').execute();
}
