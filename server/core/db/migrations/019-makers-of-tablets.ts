import type { Kysely } from 'kysely';

/** Adds which admin was given each tablet's last key. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('tablets').addColumn('made_by', 'text').execute();
}
