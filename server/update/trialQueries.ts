import type { Database } from '#server/core/db/open.ts';

/** The photo with which a new version is tried; undefined in a library without photos. */
export async function newestPhoto(db: Database): Promise<{ albumSlug: string; filename: string } | undefined> {
  return (
    db
      .selectFrom('photos')
      .innerJoin('albums', 'albums.id', 'photos.album_id')
      .select(['albums.slug as albumSlug', 'photos.filename'])
      .where('photos.trashed_at', 'is', null)
      // Ids count up as photos are stored.
      .orderBy('photos.id', 'desc')
      .executeTakeFirst()
  );
}
