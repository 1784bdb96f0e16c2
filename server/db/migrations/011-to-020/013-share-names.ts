import type { Kysely } from 'kysely';

/** Adds whom a share is for, by which it is known in the list. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('shares').addColumn('name', 'text').execute();
}
