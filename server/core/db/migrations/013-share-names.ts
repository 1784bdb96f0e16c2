import type { Kysely } from 'kysely';

/** Adds the person whom a share is for, shown in the list. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('shares').addColumn('name', 'text').execute();
}
