import type { Database } from '../../db/open.ts';
import { FILES_ALBUM, FILES_NAME } from './removalNoteQueries.ts';

/** The files behind the address of an image, by the names in it. */
export function filesOf(db: Database, { albumSlug, filename }: { albumSlug: string; filename: string }) {
  return db
    .selectFrom('photos')
    .select([FILES_ALBUM.as('albumId'), FILES_NAME.as('filename')])
    .where('photos.filename', '=', filename)
    .where('trashed_at', 'is', null)
    .where((query) =>
      query(
        'album_id',
        'in',
        query
          .selectFrom('albums')
          .select('albums.id')
          .where('albums.slug', '=', albumSlug)
          .union(
            query
              .selectFrom('former_slugs')
              .select('former_slugs.album_id as id')
              .where('former_slugs.slug', '=', albumSlug),
          ),
      ),
    )
    .limit(1)
    .executeTakeFirst();
}
