import type { Kysely } from 'kysely';

/** Adds the ports on which the library is served over https, which the addresses of its tablets hold. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('served_ports')
    .addColumn('server', 'text', (column) => column.primaryKey())
    .addColumn('https_port', 'integer', (column) => column.notNull())
    .addColumn('http_port', 'integer')
    .execute();
}
