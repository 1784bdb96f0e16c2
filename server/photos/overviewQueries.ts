import { STATE } from '#server/core/db/photoTables.ts';
import type { RecentPhoto } from '#contract/photos/schemas.ts';
import type { VisibleAlbums } from '#server/core/access/access.ts';
import { valuesIn } from '#server/core/db/lists.ts';
import type { Database } from '#server/core/db/open.ts';
import { LISTED_COLUMNS, photoOf } from './albums/photoQueries.ts';

interface Latest {
  limit: number;
  /** The albums whose photos count. */
  visible: VisibleAlbums;
}

/** Counts photos and albums, and lists the latest photos, without those in the trash. */
export async function libraryOverview(db: Database, { limit, visible }: Latest) {
  return { ...(await counts(db, visible)), recent: await recentPhotos(db, { limit, visible }) };
}

async function counts(db: Database, visible: VisibleAlbums): Promise<{ photos: number; albums: number }> {
  if (visible) {
    const { photos } = await db
      .selectFrom('circuit_tree_contents')
      .select(({ fn }) => fn.sum<number | null>('photos').as('photos'))
      .where('album_id', 'in', valuesIn(db, [...visible]))
      .executeTakeFirstOrThrow();
    return { photos: photos ?? 0, albums: visible.size };
  }
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
  return { photos: counted.count, albums: albums.count };
}

/** The latest photos first, without those in the trash. */
export async function recentPhotos(db: Database, { limit, visible }: Latest): Promise<RecentPhoto[]> {
  const rows = await db
    .selectFrom('photos')
    .innerJoin('albums', 'albums.id', 'photos.album_id')
    .select([...LISTED_COLUMNS, 'albums.slug as albumSlug', 'albums.name as albumName'])
    .where('photos.state', '=', STATE.shown)
    .$if(visible !== null, (photos) => photos.where('photos.album_id', 'in', valuesIn(db, [...(visible ?? [])])))
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
