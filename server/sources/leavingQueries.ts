import { STATE } from '#server/core/db/photoTables.ts';
import type { Database } from '#server/core/db/open.ts';

/** The sources that photos have left which wait for an admin's yes. */
export function leavingPhotos(db: Database) {
  return db
    .selectFrom('source_items')
    .innerJoin('sources', 'sources.id', 'source_items.source_id')
    .innerJoin('photos', 'photos.id', 'source_items.photo_id')
    .select(['sources.name as source'])
    .select(({ fn }) => fn.count<number>('photos.id').distinct().as('photos'))
    .where('source_items.leaving', '=', 'waits')
    .where('photos.state', '=', STATE.shown)
    .groupBy(['sources.id', 'sources.name'])
    .orderBy('sources.name')
    .execute();
}
