import { type Kysely, sql } from 'kysely';

/** Adds the time at which each person was last seen, which outlives their sessions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('last_seen_at', 'bigint').execute();
  await sql`update users set last_seen_at = (select max(last_used_at) from sessions where user_id = users.id)`.execute(
    db,
  );
}
