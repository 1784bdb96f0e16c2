import type { Kysely } from 'kysely';

/**
 * Adds the session that a sign-in link takes the place of, the origin with which links for other devices begin, which
 * commands print too, and the name by which the home's devices know this library.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sign_in_links').addColumn('replaces', 'text').execute();
  await db.schema.alterTable('installation').addColumn('link_origin', 'text').execute();
  await db.schema.alterTable('installation').addColumn('home_name', 'text').execute();
}
