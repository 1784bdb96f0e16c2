import { sql } from 'kysely';
import { valuesIn } from '#server/core/db/lists.ts';
import type { Database } from '#server/core/db/open.ts';
import { STATE, WITHOUT_TIME } from '#server/core/db/photoTables.ts';
import type { StoredAlbum } from '../albumRepository.ts';
import { inOrder } from '../photoOrder.ts';
import { LISTED_COLUMNS, type ListedPhoto } from '../photoQueries.ts';

export interface Part {
  from: number;
  count: number;
}

export type OrderedAlbum = Pick<StoredAlbum, 'id' | 'order'>;

/** When the photos of an album were taken, in rising order; those without a time are undefined and come last. */
async function takenTimes(db: Database, albumId: string): Promise<(number | undefined)[]> {
  const rows = await ofAlbum(db, albumId).select('sort_time').orderBy('sort_time').execute();
  return rows.map((row) => (row.sort_time === WITHOUT_TIME ? undefined : row.sort_time));
}

/** The first and the last time at which a photo of an album was taken; undefined when none has a time. */
async function takenBetween(db: Database, albumId: string): Promise<{ first: number; last: number } | undefined> {
  const times = ofAlbum(db, albumId).select('sort_time').where('sort_time', '<', WITHOUT_TIME).limit(1);
  const first = await times.orderBy('sort_time').executeTakeFirst();
  const last = await times.orderBy('sort_time', 'desc').executeTakeFirst();
  return first && last && { first: first.sort_time, last: last.sort_time };
}

/**
 * Counts the photos of an album between each of these rising times and the next, and those without a time, within the
 * index.
 */
async function countsBetween(db: Database, albumId: string, times: readonly number[]): Promise<number[]> {
  const edges = valuesIn(db, [...times, WITHOUT_TIME]);
  const found = await sql<{ count: number }>`select (select count(*) from photos where album_id = ${albumId}
      and state = 'shown' and sort_time >= since and sort_time < until) as count
    from (select value as since, lead(value, 1, ${sql.lit(WITHOUT_TIME + 1)}) over (order by value) as until from ${edges} as list) as stretches
    order by since`.execute(db);
  return found.rows.map(({ count }) => count);
}

function ofAlbum(db: Database, albumId: string) {
  return db.selectFrom('photos').where('album_id', '=', albumId).where('state', '=', STATE.shown);
}

/** The photos of an album in its order, sorted here. */
async function sortedIds(db: Database, { id, order }: OrderedAlbum): Promise<number[]> {
  const rows = await ofAlbum(db, id)
    .select(['id', 'original_filename as originalFilename', 'position'])
    .select(['sort_time as sortTime', 'upload_order as uploadOrder'])
    .orderBy('sort_time')
    .orderBy('upload_order')
    .execute();
  return inOrder(rows, order).map((row) => row.id);
}

/** The photos with these numbers, in this order. */
async function photosWith(db: Database, ids: readonly number[]): Promise<ListedPhoto[]> {
  const rows = await db
    .selectFrom('photos')
    .select(LISTED_COLUMNS)
    .where('photos.id', 'in', valuesIn(db, ids))
    .where('state', '=', STATE.shown)
    .execute();
  const byId = new Map(rows.map((photo) => [photo.id, photo]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Photos of an album that is ordered by time, from one place in its order on. */
async function photosInPart(db: Database, album: OrderedAlbum, part: Part): Promise<ListedPhoto[]> {
  const { id, order } = album;
  // The rows are found in the index alone, so that a part of 100,000 photos costs little more than the part.
  const inTime = db
    .selectFrom('photos')
    .select('id')
    .where('album_id', '=', id)
    .where('state', '=', STATE.shown)
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

/** The queries of `LongAlbums` on one database. */
export function partQueries(db: Database) {
  return {
    takenBetween: (albumId: string) => takenBetween(db, albumId),
    countsBetween: (albumId: string, times: readonly number[]) => countsBetween(db, albumId, times),
    takenTimes: (albumId: string) => takenTimes(db, albumId),
    sortedIds: (album: OrderedAlbum) => sortedIds(db, album),
    photosWith: (ids: readonly number[]) => photosWith(db, ids),
    photosInPart: (album: OrderedAlbum, part: Part) => photosInPart(db, album, part),
  };
}
