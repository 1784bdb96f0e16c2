import { type Kysely, sql } from 'kysely';

/**
 * Adds the name that a photo's files have, where it is not the one that the photo has: a moved photo gets another name, so
 * that its address of before ends, and leaves its files where they are.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('photos').addColumn('files_named', 'text').execute();
  await sql`create index photos_by_files on photos (coalesce(files_named, filename))`.execute(db);
}
