import type { Kysely } from 'kysely';

/** Adds the links with which the first admin signs in, and the server that printed each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('set_up_links')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('server', 'text', (column) => column.notNull())
    .addColumn('used_at', 'bigint')
    .execute();
}
