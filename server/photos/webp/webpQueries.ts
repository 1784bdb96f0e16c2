import type { Database } from '#server/core/db/open.ts';
import { STATE } from '#server/core/db/photoTables.ts';
import { FILES_ALBUM, FILES_NAME } from '../store/fileQueries.ts';
import type { PhotoAddress } from '../store/photoStore.ts';

/** A photo that is not in the trash, with the address of its files. */
export interface SourcePhoto extends PhotoAddress {
  id: number;
  contentHash: string;
  /** Degrees clockwise by which its images are turned. */
  rotation: number;
}

export interface WebpQueries {
  /** Photos in the order of their ids, beginning after the given one. */
  photosAfter(id: number, limit: number): Promise<SourcePhoto[]>;
  photoAt(address: PhotoAddress): Promise<SourcePhoto | undefined>;
}

export function webpQueries(db: Database): WebpQueries {
  return {
    photosAfter: (id, limit) => photos(db).where('id', '>', id).orderBy('id').limit(limit).execute(),
    photoAt: ({ albumId, filename }) =>
      photos(db).where(FILES_NAME, '=', filename).where(FILES_ALBUM, '=', albumId).executeTakeFirst(),
  };
}

function photos(db: Database) {
  return db
    .selectFrom('photos')
    .select(['id', 'content_hash as contentHash', 'rotation', FILES_ALBUM.as('albumId'), FILES_NAME.as('filename')])
    .where('state', '=', STATE.shown);
}
