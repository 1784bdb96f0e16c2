import type { Database } from '../../db/open.ts';

/** What of an album a kiosk shows, in short. */
export interface AlbumPrint {
  id: string;
  parentId: string | null;
  /** Another text whenever the album or one of its photos looks different, or stands elsewhere. */
  print: string;
}

/**
 * The albums that are not in the trash. Every change of a photo's row counts its version up; an order by hand counts
 * the album's; the sum of the ids tells a photo that went from another that came.
 */
export async function albumPrints(db: Database): Promise<AlbumPrint[]> {
  const photos = await db
    .selectFrom('photos')
    .select(({ fn }) => [
      'album_id',
      fn.countAll<number>().as('count'),
      fn.sum<number>('id').as('ids'),
      fn.sum<number>('version').as('versions'),
    ])
    .where('trashed_at', 'is', null)
    .groupBy('album_id')
    .execute();
  const sums = new Map(photos.map(({ album_id, count, ids, versions }) => [album_id, `${count} ${ids} ${versions}`]));
  const albums = await db
    .selectFrom('albums')
    .select(['id', 'parent_id', 'name', 'slug', 'photo_order', 'cover_photo_id', 'position', 'version'])
    .where('trashed_at', 'is', null)
    .execute();
  return albums.map(({ id, parent_id, ...album }) => ({
    id,
    parentId: parent_id,
    print: JSON.stringify([parent_id, Object.values(album), sums.get(id)]),
  }));
}
