import { storedFocus } from '#domain/photoFocus.ts';
import { foldText } from '#domain/albums/foldText.ts';
import { STATE, WITHOUT_TIME } from '#server/core/db/photoTables.ts';
import type { Database } from '#server/core/db/open.ts';
import type { PhotoChanges } from '#contract/curation/schemas.ts';
import { LISTED_COLUMNS, type ListedPhoto } from '../albums/photoQueries.ts';
import { FILES_ALBUM, FILES_NAME } from '../store/fileQueries.ts';
import type { PhotoAddress } from '../store/photoStore.ts';

/** The changes of a photo's row; an absent field stays as it is. */
export type WrittenChanges = Omit<PhotoChanges, 'rotate'>;

/** The files that a rotated photo has from now on. */
interface RotatedFiles {
  /** In the folder of the photo's album. */
  filename: string;
  rotation: number;
  mediumHash: string;
  thumbnailHash: string;
  width: number;
  height: number;
  /** The files beside them, as the row has them. */
  companions: string | null;
}

/** A photo that is not in the trash. */
export interface EditedPhoto {
  id: number;
  albumId: string;
  filename: string;
  originalFilename: string;
  contentHash: string;
  caption: string;
  hidden: boolean;
  takenAt: number | null;
  rotation: number;
  /** In its stored form; null: as found. */
  focusChosen: string | null;
  version: number;
  bytes: number;
  camera: string | null;
  createdAt: number;
  /** The address of its files. */
  files: PhotoAddress;
  /** The files beside them, as the row has them. */
  companions: string | null;
}

export interface PhotoChangesRepository {
  find(address: PhotoAddress): Promise<EditedPhoto | undefined>;
  /** The photo after the change; undefined when it has another version by now, or is gone. */
  write(photo: EditedPhoto, changes: WrittenChanges & { rotated?: RotatedFiles }): Promise<ListedPhoto | undefined>;
}

export function photoChangesRepository(db: Database): PhotoChangesRepository {
  return {
    find: (address) => find(db, address),

    write: (photo, { caption, hidden, takenAt, focus, rotated }) =>
      db.transaction().execute(async (transaction) => {
        const updated = await transaction
          .updateTable('photos')
          .set({
            version: photo.version + 1,
            ...(caption === undefined
              ? {}
              : { caption, search_text: foldText(`${caption} ${photo.originalFilename}`) }),
            ...(hidden === undefined ? {} : { hidden: Number(hidden) }),
            ...(takenAt === undefined ? {} : timeColumns(takenAt)),
            ...(focus === undefined ? {} : { focus_chosen: focus && storedFocus(focus, (rotated ?? photo).rotation) }),
            ...(rotated ? columnsOf(rotated) : {}),
          })
          .where('id', '=', photo.id)
          .where('version', '=', photo.version)
          .where('state', '=', STATE.shown)
          .returning(LISTED_COLUMNS)
          .executeTakeFirst();
        if (updated && rotated) {
          const files = { album_id: photo.files.albumId, filename: photo.files.filename };
          // Copies of the photo may use the same files: that is checked when the files are removed.
          await transaction
            .insertInto('files_to_remove')
            .values(files)
            .onConflict((same) => same.doNothing())
            .execute();
        }
        return updated;
      }),
  };
}

async function find(db: Database, { albumId, filename }: PhotoAddress): Promise<EditedPhoto | undefined> {
  const row = await db
    .selectFrom('photos')
    .select([
      'id',
      'original_filename as originalFilename',
      'content_hash as contentHash',
      'caption',
      'hidden',
      'rotation',
      'companions',
    ])
    .select([
      'taken_at as takenAt',
      'version',
      'bytes',
      'camera',
      'created_at as createdAt',
      'focus_chosen as focusChosen',
    ])
    .select([FILES_ALBUM.as('filesIn'), FILES_NAME.as('filesNamed')])
    .where('album_id', '=', albumId)
    .where('filename', '=', filename)
    .where('state', '=', STATE.shown)
    .executeTakeFirst();
  if (!row) return undefined;
  const { filesIn, filesNamed, hidden, ...photo } = row;
  const files = { albumId: filesIn, filename: filesNamed };
  return { ...photo, hidden: hidden !== 0, albumId, filename, files };
}

function timeColumns(takenAt: string | null) {
  const time = takenAt === null ? null : Date.parse(takenAt);
  return { taken_at: time, sort_time: time ?? WITHOUT_TIME };
}

function columnsOf({ filename, rotation, mediumHash, thumbnailHash, width, height, companions }: RotatedFiles) {
  const hashes = { medium_hash: mediumHash, thumbnail_hash: thumbnailHash };
  return { filename, files_in: null, files_named: null, rotation, width, height, companions, ...hashes };
}
