import type { Kysely } from 'kysely';

/** Adds whether the visitors of a share may download the originals. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('shares')
    .addColumn('may_download', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
