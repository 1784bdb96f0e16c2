import type { Kysely } from 'kysely';

/** Adds the maker of each sign-in link, and the address from which each screen asked for its code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sign_in_links').addColumn('made_by', 'text').execute();
  await db.schema.alterTable('pairings').addColumn('address', 'text').execute();
}
