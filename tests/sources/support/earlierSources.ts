import * as madeBySources from '#server/core/db/migrations/040-made-by-sources.ts';
import type { Database } from '#server/core/db/open.ts';

/** Takes a library back to how earlier versions noted its sources, and lets the migration find it so. */
export async function upgradeEarlierSources(db: Database): Promise<void> {
  await db.schema.dropTable('source_albums').execute();
  await db.schema.alterTable('sources').dropColumn('made_by').execute();
  await db.schema.alterTable('alert_channels').dropColumn('made_by').execute();
  for (const index of ['source_items_leaving', 'source_items_by_photo']) await db.schema.dropIndex(index).execute();
  for (const column of ['made', 'leaving', 'named_at'])
    await db.schema.alterTable('source_items').dropColumn(column).execute();
  // Photos had no column of this name then, and the migration reads that of `source_items` without its table.
  await db.schema.alterTable('photos').renameColumn('state', 'state_of_today').execute();
  await madeBySources.up(db);
  await db.schema.alterTable('photos').renameColumn('state_of_today', 'state').execute();
}
