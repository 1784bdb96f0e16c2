import type { Database } from '../../db/open.ts';
import { FILES_ALBUM, FILES_NAME } from '../store/removalNoteQueries.ts';
import type { PhotoAddress } from '../store/photoStore.ts';

interface Size {
  width: number;
  height: number;
  camera: string | null;
}

export interface MissingSizeQueries {
  /**
   * Finds the files of photos that have no size, among this many ids after the given one; undefined behind the last
   * photo.
   */
  page(after: number, ids: number): Promise<PhotoAddress[] | undefined>;
  /** Stores the size of photos that have none, of all that share these files. */
  add(files: PhotoAddress, size: Size): Promise<void>;
}

export function missingSizeQueries(db: Database): MissingSizeQueries {
  return {
    page: async (after, ids) => {
      const found = await db
        .selectFrom('photos')
        .select([FILES_ALBUM.as('albumId'), FILES_NAME.as('filename')])
        .where('id', '>', after)
        .where('id', '<=', after + ids)
        .where('width', 'is', null)
        .orderBy('id')
        .execute();
      if (found.length > 0) return found;
      const last = await db.selectFrom('photos').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
      return last && last.id > after ? [] : undefined;
    },
    add: async ({ albumId, filename }, size) => {
      const ofFiles = db.updateTable('photos').set(size).where(FILES_NAME, '=', filename);
      await ofFiles.where(FILES_ALBUM, '=', albumId).where('width', 'is', null).execute();
    },
  };
}
