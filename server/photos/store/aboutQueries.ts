import { foldText } from '#domain/albums/foldText.ts';
import { cutCaption, type PhotoAbout } from '#domain/takeout/photoAbout.ts';
import type { Database } from '#server/core/db/open.ts';

/** Facts about a photo that came in a file beside it. */
interface AboutPhotos {
  /** Adds the time and the caption if the photo has none. Returns whether anything was added. */
  complete(photo: { id: number }, about: PhotoAbout): Promise<boolean>;
  /** Writes another caption where the photo still has the one that it replaces. Returns whether it did. */
  retell(photo: { id: number }, captions: { caption: string; replaces: string }): Promise<boolean>;
}

export function aboutPhotos(db: Database): AboutPhotos {
  return {
    complete: ({ id }, { takenAt, caption }) =>
      db.transaction().execute(async (transaction) => {
        const photo = await transaction
          .selectFrom('photos')
          .select(['taken_at', 'caption', 'original_filename as name', 'version'])
          .where('id', '=', id)
          .executeTakeFirst();
        if (!photo) return false;
        const changes = {
          ...(photo.taken_at === null && takenAt !== undefined && { taken_at: takenAt, sort_time: takenAt }),
          ...(photo.caption === '' && caption && captionColumns(caption, photo.name)),
        };
        if (Object.keys(changes).length === 0) return false;
        const update = transaction.updateTable('photos').set({ ...changes, version: photo.version + 1 });
        await update.where('id', '=', id).execute();
        return true;
      }),
    retell: async ({ id }, { caption, replaces }) => {
      const named = db.selectFrom('photos').select('original_filename as name').where('id', '=', id);
      const photo = await named.executeTakeFirst();
      if (!photo) return false;
      const columns = captionColumns(caption, photo.name);
      const update = db.updateTable('photos').set(({ eb }) => ({ ...columns, version: eb('version', '+', 1) }));
      const changed = await update.where('id', '=', id).where('caption', '=', cutCaption(replaces)).executeTakeFirst();
      return changed.numUpdatedRows > 0n;
    },
  };
}

/** The columns of a new photo that come from a file beside it. */
export function captionColumns(caption: string, originalFilename: string) {
  const text = cutCaption(caption);
  return { caption: text, search_text: foldText(`${text} ${originalFilename}`) };
}
