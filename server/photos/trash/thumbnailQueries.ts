import { sql } from 'kysely';
import type { Database } from '../../db/open.ts';
import type { PhotoAddress } from '../store/photoStore.ts';
import { FILES_ALBUM, FILES_NAME } from '../store/removalNoteQueries.ts';
import { REMOVED } from './removalQueries.ts';
import { parseTrashIds } from './trashIds.ts';

/** The files of the picture that stands for an entry of the trash; undefined when there is none. */
export async function filesOfTrashed(db: Database, trashId: string): Promise<PhotoAddress | undefined> {
  const { photos, albums } = parseTrashIds([trashId]);
  const [photoId] = photos;
  if (photoId !== undefined) return filesOf(db).where('photos.id', '=', photoId).executeTakeFirst();
  const [albumId] = albums;
  return albumId === undefined ? undefined : pictureOfAlbum(db, albumId);
}

/** The chosen cover, or else the first photo of the album itself, or else any of those below it. */
async function pictureOfAlbum(db: Database, albumId: string): Promise<PhotoAddress | undefined> {
  const album = await db
    .selectFrom('albums')
    .select(['trashed_at', 'cover_photo_id'])
    .where('id', '=', albumId)
    .where('trashed_with', '=', albumId)
    .executeTakeFirst();
  if (!album) return undefined;
  return filesOf(db)
    .where('photos.trashed_at', '=', album.trashed_at)
    .where('photos.trashed_with', '=', albumId)
    .orderBy(sql`photos.id is not distinct from ${album.cover_photo_id}`, 'desc')
    .orderBy(sql`photos.album_id = ${albumId}`, 'desc')
    .orderBy('photos.sort_time')
    .orderBy('photos.upload_order')
    .limit(1)
    .executeTakeFirst();
}

function filesOf(db: Database) {
  return db
    .selectFrom('photos')
    .select([FILES_ALBUM.as('albumId'), FILES_NAME.as('filename')])
    .where('photos.trashed_at', 'is not', null)
    .where('photos.trashed_with', 'is distinct from', REMOVED);
}
