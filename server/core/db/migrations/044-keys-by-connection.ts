import { type Kysely, sql } from 'kysely';

/**
 * A tablet gets a key when somebody connects it, and not by itself any more. Removes what was stored for that: orders of
 * keys, the secrets of devices, and which key was used first. An admin ordered a new key to end the old one, so a tablet
 * that has not taken it over yet loses its keys, and shows letters.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update api_keys set revoked_at = ${Date.now()} where revoked_at is null
    and tablet_id in (select id from tablets where key_wanted_at is not null)`.execute(db);
  for (const column of ['key_wanted_at', 'device_secret_hash', 'device_proved']) {
    await db.schema.alterTable('tablets').dropColumn(column).execute();
  }
  for (const column of ['used_at', 'ordered_at']) await db.schema.alterTable('api_keys').dropColumn(column).execute();
}
