import type { Kysely } from 'kysely';

/** Adds the diaries of tablets: what each had on its wall, a row for each day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('tablet_days')
    .addColumn('tablet_id', 'text', (column) => column.notNull().references('tablets.id').onDelete('cascade'))
    .addColumn('day', 'integer', (column) => column.notNull())
    .addColumn('entries', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('tablet_days_key', ['tablet_id', 'day'])
    .execute();
}
