import type { Kysely } from 'kysely';

/** Adds the sources from which photos are imported automatically, and the items that were taken from each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sources')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('place', 'text', (column) => column.notNull())
    .addColumn('album_id', 'text')
    .addColumn('details', 'text', (column) => column.notNull())
    .addColumn('paused', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('message', 'text')
    .addColumn('last_read_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('source_items')
    .addColumn('source_id', 'text', (column) => column.notNull().references('sources.id').onDelete('cascade'))
    .addColumn('item_key', 'text', (column) => column.notNull())
    .addColumn('mark', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('message', 'text')
    .addColumn('photo_id', 'bigint')
    .addPrimaryKeyConstraint('source_items_key', ['source_id', 'item_key'])
    .execute();
}
