import type { Kysely } from 'kysely';

/** Adds the index by which the albums below some are read without reading all others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('albums_by_parent').on('albums').column('parent_id').execute();
}
