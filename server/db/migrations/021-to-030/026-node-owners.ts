import { type Kysely, sql } from 'kysely';

/**
 * From now on a node belongs to the key that reports it. Until now any might, and only the first was noted: the devices
 * that hang on walls go on with the key that they have, whichever that is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update nodes set key_id = null`.execute(db);
}
