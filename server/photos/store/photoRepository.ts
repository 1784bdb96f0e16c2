import { type Insertable, sql, type Transaction } from 'kysely';
import { Type, type Static } from 'typebox';
import { foldText } from '#domain/albums/foldText.ts';
import { type Focus, storedFocus } from '#domain/photoFocus.ts';
import type { PhotoAbout } from '#domain/takeout/photoAbout.ts';
import type { CompanionPart } from '#server/core/companionKind.ts';
import type { Database } from '#server/core/db/open.ts';
import { type PhotoTables, STATE, WITHOUT_TIME } from '#server/core/db/photoTables.ts';
import type { Schema } from '#server/core/db/schema.ts';
import { type StoredCompanion, withCompanion } from './companionColumn.ts';
import type { PhotoAddress } from './photoStore.ts';
import { aboutPhotos, captionColumns } from './aboutQueries.ts';
import { guestColumns, type GuestOf, guestPhotos, takePlace } from '#server/photos/store/guestQueries.ts';
import { FILES_ALBUM, FILES_NAME, filesOf, hasPhotoAt, removalNotes } from './fileQueries.ts';

interface NewPhoto extends PhotoAddress, DecodedPhoto {
  contentHash: string;
  /** SHA-256 of the file that its sender made the picture from. */
  madeFrom?: string | undefined;
  originalFilename: string;
  bytes: number;
  uploadOrder: number;
  guest?: GuestOf | undefined;
  about?: PhotoAbout | undefined;
}

const share = Type.Number({ minimum: 0, maximum: 1 });
/** The result of decoding a picture. */
export const DecodedPhoto = Type.Object({
  mediumHash: Type.String(),
  thumbnailHash: Type.String(),
  takenAt: Type.Union([Type.Number(), Type.Null()]),
  /** The size of the upright original. */
  width: Type.Number(),
  height: Type.Number(),
  camera: Type.Union([Type.String(), Type.Null()]),
  /** Absent where it was not asked for. */
  focus: Type.Optional(Type.Object({ x: share, y: share })),
});
export type DecodedPhoto = Static<typeof DecodedPhoto>;

/** A photo with the address of its files, whose album and name are not always the photo's own. */
export interface StoredPhoto extends PhotoAddress, Pick<DecodedPhoto, 'mediumHash' | 'thumbnailHash'> {
  id: number;
  /** The photo's name in its album. */
  name: string;
  contentHash: string;
  /** Degrees clockwise by which the variants are turned. */
  rotation: number;
  /** The files beside its own, as the row has them. */
  companions: string | null;
}

export interface AddedRow {
  /** The photo's name in the album. */
  name: string;
  files: PhotoAddress & Pick<StoredPhoto, 'rotation'>;
  isNew: boolean;
}

/** Queries from other files that the repository offers as well. */
type ByOtherQueries = ReturnType<typeof removalNotes> & ReturnType<typeof guestPhotos> & ReturnType<typeof aboutPhotos>;

export interface PhotoRepository extends ByOtherQueries {
  /** The photo with this content in an album; those in the trash do not count. */
  ofContent(albumId: string, contentHash: string): Promise<StoredPhoto | undefined>;
  /** The photo in an album that was made from the file with this hash. */
  madeFrom(albumId: string, hash: string): Promise<StoredPhoto | undefined>;
  /** Notes a file beside those of a photo, for all photos that share them. Returns whether there are any. */
  setCompanion(files: PhotoAddress, part: CompanionPart, companion: StoredCompanion): Promise<boolean>;
  /** The files beside those at an address, as a row has them. */
  companionsAt(files: PhotoAddress): Promise<string | null>;
  /** Whether any photo, in the trash or not, has its files here. */
  has(address: PhotoAddress): Promise<boolean>;
  /** The address of the files of a photo that is not in the trash, by the names in the URLs of its images. */
  filesOf(albumSlug: string, filename: string): Promise<PhotoAddress | undefined>;
  /**
   * `isNew` is false when the album has a photo with these bytes already. `album-gone`: the album is in the trash or
   * deleted.
   */
  add(photo: NewPhoto): Promise<AddedRow | 'album-gone'>;
  /** Stores the facts from making the variants again, for all photos that share these files. */
  setVariants(files: PhotoAddress, decoded: Omit<DecodedPhoto, 'takenAt'>): Promise<void>;
  /** All photos, those in the trash included, in pages. Of photos that share their files it returns one. */
  all(): AsyncIterable<StoredPhoto[]>;
  /** The number of photos, without those in the trash. */
  count(): Promise<number>;
}

const PAGE = 1_000;

const isFirstWithItsFiles = sql<boolean>`not exists (select 1 from photos as earlier
  where coalesce(earlier.files_named, earlier.filename) = ${FILES_NAME} and earlier.id < photos.id
    and coalesce(earlier.files_in, earlier.album_id) = ${FILES_ALBUM})`;

export function photoRepository(db: Database, now: () => number): PhotoRepository {
  return {
    ...removalNotes(db),
    ...guestPhotos(db, now),
    ...aboutPhotos(db),

    all: () => pages(db),

    count: async () => {
      const counted = db.selectFrom('photos').select(({ fn }) => fn.countAll<number>().as('count'));
      return (await counted.where('state', '=', STATE.shown).executeTakeFirstOrThrow()).count;
    },

    ofContent: (albumId, contentHash) =>
      storedPhotos(db)
        .where('album_id', '=', albumId)
        .where('content_hash', '=', contentHash)
        .where('state', '=', STATE.shown)
        .executeTakeFirst(),

    madeFrom: (albumId, hash) =>
      storedPhotos(db)
        .where('album_id', '=', albumId)
        .where('made_from', '=', hash)
        .where('state', '=', STATE.shown)
        .limit(1)
        .executeTakeFirst(),

    setCompanion: (files, part, companion) =>
      db.transaction().execute(async (transaction) => {
        const companions = withCompanion(await companionsAt(transaction, files), part, companion);
        const update = transaction
          .updateTable('photos')
          .set(({ eb }) => ({ companions, version: eb('version', '+', 1) }));
        const changed = await update
          .where(FILES_NAME, '=', files.filename)
          .where(FILES_ALBUM, '=', files.albumId)
          .executeTakeFirst();
        return changed.numUpdatedRows > 0n;
      }),

    companionsAt: (files) => companionsAt(db, files),

    // Runs in a transaction, which waits for the one before. On PostgreSQL only a transaction then sees the copies that
    // the other has made; a single statement does not.
    setVariants: ({ albumId, filename }, { mediumHash, thumbnailHash, width, height, camera, focus }) =>
      db.transaction().execute(async (transaction) => {
        await transaction
          .updateTable('photos')
          .set({ medium_hash: mediumHash, thumbnail_hash: thumbnailHash, width, height, camera, ...focusColumn(focus) })
          .where(FILES_NAME, '=', filename)
          .where(FILES_ALBUM, '=', albumId)
          .execute();
      }),

    has: (files) => hasPhotoAt(db, files),

    filesOf: (albumSlug, filename) => filesOf(db, { albumSlug, filename }),

    add: (photo) =>
      db.transaction().execute(async (transaction) => {
        // Another photo, moved away or in the trash, may have the same files, with something beside them.
        const companions = await companionsAt(transaction, photo);
        const added = await add(transaction, { ...rowOf(photo, now()), companions });
        if (photo.guest && added !== 'album-gone' && added.isNew) await takePlace(transaction, photo.guest, now());
        return added;
      }),
  };
}

/** One transaction, so that an album that is deleted at the same time has the photo in the trash with it, or not at all. */
async function add(
  db: Transaction<Schema>,
  row: Insertable<PhotoTables['photos']>,
): ReturnType<PhotoRepository['add']> {
  const album = db.selectFrom('albums').select('id').where('id', '=', row.album_id).where('state', '=', STATE.shown);
  if (!(await album.executeTakeFirst())) return 'album-gone';
  const inserted = await db
    .insertInto('photos')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['album_id', 'content_hash']).where('state', '=', STATE.shown).doNothing(),
    )
    .returning('filename')
    .executeTakeFirst();
  if (inserted) {
    const files = { albumId: row.album_id, ...inserted, rotation: 0 };
    return { name: inserted.filename, files, isNew: true };
  }
  const known = storedPhotos(db).where('album_id', '=', row.album_id).where('content_hash', '=', row.content_hash);
  const { name, ...files } = await known.where('state', '=', STATE.shown).executeTakeFirstOrThrow();
  return { name, files, isNew: false };
}

function rowOf(photo: NewPhoto, createdAt: number): Insertable<PhotoTables['photos']> {
  const takenAt = photo.takenAt ?? photo.about?.takenAt ?? null;
  return {
    album_id: photo.albumId,
    filename: photo.filename,
    original_filename: photo.originalFilename,
    content_hash: photo.contentHash,
    made_from: photo.madeFrom ?? null,
    medium_hash: photo.mediumHash,
    thumbnail_hash: photo.thumbnailHash,
    bytes: photo.bytes,
    taken_at: takenAt,
    sort_time: takenAt ?? WITHOUT_TIME,
    upload_order: photo.uploadOrder,
    created_at: createdAt,
    width: photo.width,
    height: photo.height,
    camera: photo.camera,
    ...focusColumn(photo.focus),
    search_text: foldText(photo.originalFilename),
    ...(photo.about?.caption && captionColumns(photo.about.caption, photo.originalFilename)),
    ...(photo.guest && guestColumns(photo.guest, createdAt)),
  };
}

async function companionsAt(db: Database, { albumId, filename }: PhotoAddress): Promise<string | null> {
  const found = await db
    .selectFrom('photos')
    .select('companions')
    .where(FILES_NAME, '=', filename)
    .where(FILES_ALBUM, '=', albumId)
    .where('companions', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return found?.companions ?? null;
}

function focusColumn(focus: Focus | undefined) {
  return focus && { focus_found: storedFocus(focus, 0) };
}

function storedPhotos(db: Database) {
  return db
    .selectFrom('photos')
    .select(['id', FILES_ALBUM.as('albumId'), FILES_NAME.as('filename'), 'filename as name'])
    .select(['content_hash as contentHash', 'rotation', 'companions'])
    .select(['medium_hash as mediumHash', 'thumbnail_hash as thumbnailHash']);
}

async function* pages(db: Database): AsyncIterable<StoredPhoto[]> {
  for (let after = -1; ;) {
    const page = await storedPhotos(db)
      .where('id', '>', after)
      .where(isFirstWithItsFiles)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    const last = page.at(-1);
    if (!last) return;
    yield page;
    after = last.id;
  }
}
