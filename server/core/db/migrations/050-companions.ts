import { type Kysely, sql } from 'kysely';

/**
 * Adds the files that other subjects store beside a photo's own, as JSON, and the SHA-256 of the file that its sender
 * made the photo from.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('photos').addColumn('companions', 'text').execute();
  await db.schema.alterTable('photos').addColumn('made_from', 'text').execute();
  await sql`create index photos_made_from on photos (album_id, made_from) where made_from is not null`.execute(db);
}
