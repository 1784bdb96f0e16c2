import { sql } from 'kysely';
import type { Database } from '#server/core/db/open.ts';
import { STATE } from '#server/core/db/photoTables.ts';
import type { PhotoAddress } from './photoStore.ts';

/** The places whose photos are gone for good, and whose files are to be removed. */
interface RemovalNotes {
  /** Returns some of them. */
  filesToRemove(): Promise<PhotoAddress[]>;
  filesRemoved(files: PhotoAddress): Promise<void>;
  /** Deletes the note if a photo uses the files; returns whether one does. */
  keepUsedFiles(files: PhotoAddress): Promise<boolean>;
  isToBeRemoved(files: PhotoAddress): Promise<boolean>;
}

const PAGE = 1_000;

/** The album in whose folder a photo's files are. */
export const FILES_ALBUM = sql<string>`coalesce(photos.files_in, photos.album_id)`;
/** The name of a photo's files. */
export const FILES_NAME = sql<string>`coalesce(photos.files_named, photos.filename)`;

export function removalNotes(db: Database): RemovalNotes {
  return {
    filesToRemove: () =>
      db.selectFrom('files_to_remove').select(['album_id as albumId', 'filename']).limit(PAGE).execute(),

    filesRemoved: (files) => forgetNote(db, files),

    // In one transaction: if the last photo with these files is removed meanwhile, it finds their note written already.
    keepUsedFiles: (files) =>
      db.transaction().execute(async (transaction) => {
        const isUsed = await hasPhotoAt(transaction, files);
        if (isUsed) await forgetNote(transaction, files);
        return isUsed;
      }),

    isToBeRemoved: async ({ albumId, filename }) => {
      const files = db.selectFrom('files_to_remove').select('filename');
      return (await files.where('album_id', '=', albumId).where('filename', '=', filename).execute()).length > 0;
    },
  };
}

export async function hasPhotoAt(db: Database, { albumId, filename }: PhotoAddress): Promise<boolean> {
  const row = await db
    .selectFrom('photos')
    .select('id')
    .where(FILES_NAME, '=', filename)
    .where(FILES_ALBUM, '=', albumId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function forgetNote(db: Database, { albumId, filename }: PhotoAddress): Promise<void> {
  await db.deleteFrom('files_to_remove').where('album_id', '=', albumId).where('filename', '=', filename).execute();
}

/** The files behind the address of an image, by the names in it. */
export function filesOf(db: Database, { albumSlug, filename }: { albumSlug: string; filename: string }) {
  return db
    .selectFrom('photos')
    .select([FILES_ALBUM.as('albumId'), FILES_NAME.as('filename')])
    .where('photos.filename', '=', filename)
    .where('state', '=', STATE.shown)
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
