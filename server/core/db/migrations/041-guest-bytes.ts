import { type Kysely, sql } from 'kysely';

const USUAL_BYTES = 2_000_000_000;

/**
 * Adds the bytes that the visitors of a share may send, and have sent. The shares that there are begin with all of them,
 * so that none that is in use ends with the update.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('shares')
    .addColumn('max_bytes', 'bigint', (column) => column.notNull().defaultTo(sql.lit(USUAL_BYTES)))
    .execute();
  await db.schema
    .alterTable('shares')
    .addColumn('taken_bytes', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
}
