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
  const albums = await db
    .selectFrom('albums')
    .leftJoin('circuit_tree_contents as contents', 'contents.album_id', 'albums.id')
    .select(['id', 'parent_id', 'name', 'slug', 'photo_order', 'cover_photo_id', 'position', 'version'])
    .select(['contents.photos', 'contents.ids', 'contents.versions'])
    .where('trashed_at', 'is', null)
    .execute();
  return albums.map(({ id, parent_id, photos, ids, versions, ...album }) => ({
    id,
    parentId: parent_id,
    print: JSON.stringify([parent_id, Object.values(album), photos ? `${photos} ${ids} ${versions}` : undefined]),
  }));
}
