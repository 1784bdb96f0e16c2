import { sql } from 'kysely';
import type { Database } from '../../../db/open.ts';
import { WITHOUT_TIME } from '../../../db/photoTables.ts';
import type { StoredAlbum } from '../albumRepository.ts';
import { inOrder } from '../photoOrder.ts';
import { LISTED_COLUMNS, type ListedPhoto, photosIn } from '../photoQueries.ts';

export interface Part {
  from: number;
  count: number;
}

export type OrderedAlbum = Pick<StoredAlbum, 'id' | 'order'>;

/** When the photos of an album were taken, in rising order; those without a time are undefined and come last. */
export async function takenTimes(db: Database, albumId: string): Promise<(number | undefined)[]> {
  const rows = await db
    .selectFrom('photos')
    .select('sort_time')
    .where('album_id', '=', albumId)
    .where('trashed_at', 'is', null)
    .orderBy('sort_time')
    .execute();
  return rows.map((row) => (row.sort_time === WITHOUT_TIME ? undefined : row.sort_time));
}

/** Photos of an album from one place in its order on. */
export async function photosInPart(db: Database, album: OrderedAlbum, part: Part): Promise<ListedPhoto[]> {
  const { id, order } = album;
  if (order !== 'taken' && order !== 'newest') {
    return inOrder(await photosIn(db, [id]), order).slice(part.from, part.from + part.count);
  }
  // Which rows these are is read from the index alone, so that a part of 100,000 photos costs little more than the part.
  const inTime = db
    .selectFrom('photos')
    .select('id')
    .where('album_id', '=', id)
    .where('trashed_at', 'is', null)
    .limit(part.count)
    .offset(part.from);
  const rows = await db
    .selectFrom('photos')
    .select(LISTED_COLUMNS)
    .where(
      'photos.id',
      'in',
      order === 'taken'
        ? inTime.orderBy('sort_time').orderBy('upload_order')
        : inTime
            .orderBy(sql`sort_time = ${WITHOUT_TIME}`)
            .orderBy('sort_time', 'desc')
            .orderBy('upload_order', 'desc'),
    )
    .orderBy('sort_time')
    .orderBy('upload_order')
    .execute();
  return inOrder(rows, order);
}
