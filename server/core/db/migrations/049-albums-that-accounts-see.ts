import type { Kysely } from 'kysely';

/** Adds the lists of the only albums that an account sees, and that an invitation gives to its account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['users', 'invitations'])
    await db.schema.alterTable(table).addColumn('album_ids', 'text').execute();
}
