import type { Overview, RecentPhoto } from '#contract/home/schemas.ts';
import type { Database } from '#server/core/db/open.ts';
import { STATE } from '#server/core/db/photoTables.ts';
import { LISTED_COLUMNS, photoOf } from '#server/photos/albums/photoQueries.ts';

export interface OverviewQueries {
  /** Counts photos and albums, and lists the latest photos, without those in the trash. */
  library(limit: number): Promise<NonNullable<Overview['library']>>;
  /** The bytes of all originals, those in the trash included. */
  storedBytes(): Promise<number>;
  /** The sources with photos that have left them and that wait for an admin's decision. */
  leaving(): Promise<NonNullable<Overview['leaving']>>;
}

export function overviewQueries(db: Database): OverviewQueries {
  return {
    library: (limit) => libraryOverview(db, limit),
    storedBytes: () => storedBytes(db),
    leaving: () => leaving(db),
  };
}

async function libraryOverview(db: Database, limit: number) {
  const counted = await db
    .selectFrom('photos')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '=', STATE.shown)
    .executeTakeFirstOrThrow();
  const albums = await db
    .selectFrom('albums')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '=', STATE.shown)
    .executeTakeFirstOrThrow();
  return { photos: counted.count, albums: albums.count, recent: await recentPhotos(db, limit) };
}

async function recentPhotos(db: Database, limit: number): Promise<RecentPhoto[]> {
  const rows = await db
    .selectFrom('photos')
    .innerJoin('albums', 'albums.id', 'photos.album_id')
    .select([...LISTED_COLUMNS, 'albums.slug as albumSlug', 'albums.name as albumName'])
    .where('photos.state', '=', STATE.shown)
    // Ids count up as photos are stored.
    .orderBy('photos.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => Object.assign(photoOf(row, row.albumSlug), { albumName: row.albumName }));
}

async function storedBytes(db: Database): Promise<number> {
  const { bytes } = await db
    .selectFrom('photos')
    .select(({ fn }) => fn.sum<number | null>('bytes').as('bytes'))
    .executeTakeFirstOrThrow();
  return bytes ?? 0;
}

function leaving(db: Database) {
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
