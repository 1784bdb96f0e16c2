import type { Kysely } from 'kysely';

/** Adds who made each sign-in link, and from which address each screen asked for letters. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sign_in_links').addColumn('made_by', 'text').execute();
  await db.schema.alterTable('pairings').addColumn('address', 'text').execute();
}
