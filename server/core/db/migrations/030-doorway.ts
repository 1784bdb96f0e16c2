import type { Kysely } from 'kysely';

/**
 * Adds the session that a sign-in link replaces, the origin of links for other devices, which commands print too, and
 * the name of this library in the home's network.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sign_in_links').addColumn('replaces', 'text').execute();
  await db.schema.alterTable('installation').addColumn('link_origin', 'text').execute();
  await db.schema.alterTable('installation').addColumn('home_name', 'text').execute();
}
