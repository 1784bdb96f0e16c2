import { sql } from 'kysely';
import type { Database } from '#server/db/open.ts';

/** Takes a library back to how the versions before `040-made-by-sources` noted its sources. */
export async function asEarlierVersionsNotedIt(db: Database): Promise<void> {
  await db.schema.dropTable('source_albums').execute();
  await db.schema.alterTable('sources').dropColumn('made_by').execute();
  await db.schema.alterTable('alert_channels').dropColumn('made_by').execute();
  for (const index of ['source_items_leaving', 'source_items_by_photo']) await db.schema.dropIndex(index).execute();
  for (const column of ['made', 'leaving', 'named_at'])
    await db.schema.alterTable('source_items').dropColumn(column).execute();
  await sql`delete from kysely_migration where name = '040-made-by-sources'`.execute(db);
}
