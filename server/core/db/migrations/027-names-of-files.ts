import { type Kysely, sql } from 'kysely';

/**
 * Adds the name of a photo's files, if it is not the photo's: a moved photo gets another name, which ends its former
 * address, and leaves its files where they are.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('photos').addColumn('files_named', 'text').execute();
  await sql`create index photos_by_files on photos (coalesce(files_named, filename))`.execute(db);
}
