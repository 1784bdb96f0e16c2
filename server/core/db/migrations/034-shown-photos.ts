import type { Kysely } from 'kysely';

/** Adds the photos that a tablet has shown last, as JSON. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('tablets')
    .addColumn('shown', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute();
}
