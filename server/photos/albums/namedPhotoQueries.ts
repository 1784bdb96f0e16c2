import type { Photo } from '#contract/schemas/photos.ts';
import type { Database } from '../../db/open.ts';
import { LISTED_COLUMNS, photoOf } from './photoQueries.ts';

/** The photos with these names, each at the place of its name; undefined where there is none, or in the trash. */
export type PhotosNamed = (
  names: readonly { filename: string; albumSlug: string }[],
) => Promise<({ photo: Photo; albumId: string } | undefined)[]>;

export function photosNamed(db: Database): PhotosNamed {
  return async (names) => {
    if (names.length === 0) return [];
    const filenames = [...new Set(names.map(({ filename }) => filename))];
    const rows = await db
      .selectFrom('photos')
      .innerJoin('albums', 'albums.id', 'photos.album_id')
      .select([...LISTED_COLUMNS, 'albums.slug as albumSlug'])
      .where('photos.filename', 'in', filenames)
      .where('photos.trashed_at', 'is', null)
      .where('albums.trashed_at', 'is', null)
      .execute();
    const found = new Map(rows.map((row) => [`${row.albumSlug}/${row.filename}`, row]));
    return names.map(({ albumSlug, filename }) => {
      const row = found.get(`${albumSlug}/${filename}`);
      return row && { photo: photoOf(row, row.albumSlug), albumId: row.albumId };
    });
  };
}
