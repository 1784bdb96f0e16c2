import { STATE } from '#server/core/db/photoTables.ts';
import type { RecentPhoto } from '#contract/photos/schemas.ts';
import type { Database } from '#server/core/db/open.ts';
import { LISTED_COLUMNS, photoOf } from './albums/photoQueries.ts';

/** Counts photos and albums, and lists the latest photos, without those in the trash. */
export async function libraryOverview(db: Database, limit: number) {
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

/** The latest photos first, without those in the trash. */
export async function recentPhotos(db: Database, limit: number): Promise<RecentPhoto[]> {
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

/** The bytes of all originals, those in the trash included. */
export async function storedBytes(db: Database): Promise<number> {
  const { bytes } = await db
    .selectFrom('photos')
    .select(({ fn }) => fn.sum<number | null>('bytes').as('bytes'))
    .executeTakeFirstOrThrow();
  return bytes ?? 0;
}
