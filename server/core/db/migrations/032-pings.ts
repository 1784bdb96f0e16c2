import type { Kysely } from 'kysely';

/**
 * Adds the unit and the text of a node's pings, whether the last one said that all is well (null: there was none), and
 * the limits beyond which a value is reported, with the minutes that it has to stay there.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['unit', 'text'] as const)
    await db.schema.alterTable('nodes').addColumn(column, 'text').execute();
  await db.schema.alterTable('nodes').addColumn('ok', 'integer').execute();
  for (const column of ['above', 'below'] as const) {
    await db.schema.alterTable('node_care').addColumn(column, 'real').execute();
  }
  await db.schema.alterTable('node_care').addColumn('beyond_minutes', 'integer').execute();
}
