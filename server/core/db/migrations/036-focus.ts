import type { Kysely } from 'kysely';

/** Adds the point of each photo that no crop may leave out: as libvips finds it, and as somebody chose it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('photos').addColumn('focus_found', 'text').execute();
  await db.schema.alterTable('photos').addColumn('focus_chosen', 'text').execute();
}
