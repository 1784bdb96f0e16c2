import type { Kysely } from 'kysely';

/** Adds whose code a share is on which tablet, and its key, encrypted, since the tablet draws it again and again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('shares').addColumn('tablet_id', 'text').execute();
  await db.schema.alterTable('shares').addColumn('sealed_key', 'text').execute();
}
