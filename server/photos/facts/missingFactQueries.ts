import { type Focus, storedFocus } from '#domain/photoFocus.ts';
import type { Database } from '#server/core/db/open.ts';
import { FILES_ALBUM, FILES_NAME } from '../store/fileQueries.ts';
import type { PhotoAddress } from '../store/photoStore.ts';

interface Size {
  width: number;
  height: number;
  camera: string | null;
}

/** The files of a photo that has no size, or no focus. */
export interface UnknownPhoto extends PhotoAddress {
  rotation: number;
  width: number | null;
  focusFound: string | null;
}

export interface MissingFactQueries {
  /** Finds such photos among this many ids after the given one; undefined behind the last photo. */
  page(after: number, ids: number): Promise<UnknownPhoto[] | undefined>;
  /** Stores the size for all photos that share these files and have none. */
  addSize(files: PhotoAddress, size: Size): Promise<void>;
  /** The same for the focus, that of the thumbnail. */
  addFocus(files: UnknownPhoto, focus: Focus): Promise<void>;
}

export function missingFactQueries(db: Database): MissingFactQueries {
  return {
    page: async (after, ids) => {
      const found = await db
        .selectFrom('photos')
        .select([FILES_ALBUM.as('albumId'), FILES_NAME.as('filename')])
        .select(['rotation', 'width', 'focus_found as focusFound'])
        .where('id', '>', after)
        .where('id', '<=', after + ids)
        .where((photo) => photo('width', 'is', null).or('focus_found', 'is', null))
        .orderBy('id')
        .execute();
      if (found.length > 0) return found;
      const last = await db.selectFrom('photos').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
      return last && last.id > after ? [] : undefined;
    },
    addSize: async ({ albumId, filename }, { width, height, camera }) => {
      const ofFiles = db.updateTable('photos').set({ width, height, camera }).where(FILES_NAME, '=', filename);
      await ofFiles.where(FILES_ALBUM, '=', albumId).where('width', 'is', null).execute();
    },
    addFocus: async ({ albumId, filename, rotation }, focus) => {
      const found = { focus_found: storedFocus(focus, rotation) };
      const ofFiles = db.updateTable('photos').set(found).where(FILES_NAME, '=', filename);
      await ofFiles.where(FILES_ALBUM, '=', albumId).where('focus_found', 'is', null).execute();
    },
  };
}
