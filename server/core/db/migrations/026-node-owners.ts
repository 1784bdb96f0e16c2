import { type Kysely, sql } from 'kysely';

/**
 * From now on a node belongs to the key that reports it. Until now any key could report it, and only the first was
 * noted: installed devices continue with the key that they have, whichever it is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update nodes set key_id = null`.execute(db);
}
