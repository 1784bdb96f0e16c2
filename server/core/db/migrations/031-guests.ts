import type { Kysely } from 'kysely';

/** Adds shares whose visitors send photos, the number that each has received, and the share of each photo. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('shares').addColumn('may_upload', 'text').execute();
  await db.schema
    .alterTable('shares')
    .addColumn('max_photos', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('shares')
    .addColumn('taken', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('shares')
    .addColumn('sees_album', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();
  await db.schema.alterTable('photos').addColumn('from_share', 'text').execute();
}
