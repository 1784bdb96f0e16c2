import type { Kysely } from 'kysely';

/**
 * Lets the history of five minutes say in how many minutes a node was heard, so that the strip of its last day comes
 * from there. The strips that were stored beside it go.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['node_fives', 'node_hours'])
    await db.schema.alterTable(table).addColumn('minutes', 'integer').execute();
  await db.schema.dropTable('node_days').execute();
}
