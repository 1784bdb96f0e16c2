import type { Kysely } from 'kysely';

/**
 * Adds the certificate authority of HTTPS=home, and the last address of the server, for the addresses that commands
 * print.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('home_authority')
    .addColumn('certificate', 'text', (column) => column.notNull())
    .addColumn('private_key', 'text', (column) => column.notNull())
    .addColumn('names', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.alterTable('installation').addColumn('address', 'text').execute();
}
