import { type Insertable, sql, type Transaction } from 'kysely';
import { foldText } from '../../../src/domain/albums/foldText.ts';
import type { Database } from '../../db/open.ts';
import { type PhotoTables, WITHOUT_TIME } from '../../db/photoTables.ts';
import type { Schema } from '../../db/schema.ts';
import type { PhotoAddress } from './photoStore.ts';
import { FILES_ALBUM, hasPhotoAt, type RemovalNotes, removalNotes } from './removalNoteQueries.ts';

interface NewPhoto extends PhotoAddress, DecodedPhoto {
  contentHash: string;
  originalFilename: string;
  bytes: number;
  uploadOrder: number;
}

/** The result of decoding a picture. */
export interface DecodedPhoto {
  mediumHash: string;
  thumbnailHash: string;
  takenAt: number | null;
  width: number;
  height: number;
  camera: string | null;
}

/** A photo with the address of its files, whose album is not always the one that the photo is in. */
export interface StoredPhoto extends PhotoAddress, Pick<DecodedPhoto, 'mediumHash' | 'thumbnailHash'> {
  id: number;
  contentHash: string;
  /** Degrees clockwise by which the variants are turned. */
  rotation: number;
}

export interface PhotoRepository extends RemovalNotes {
  /** The photo with this content that an album shows; those in the trash do not count. */
  ofContent(albumId: string, contentHash: string): Promise<StoredPhoto | undefined>;
  /** Whether any photo, in the trash or not, has its files here. */
  has(address: PhotoAddress): Promise<boolean>;
  /** The address of the files of a photo that is not in the trash, by the names in the URLs of its images. */
  filesOf(albumSlug: string, filename: string): Promise<PhotoAddress | undefined>;
  /** Not new: the album has a photo with these bytes already. `album-gone`: it is in the trash, or no more at all. */
  add(photo: NewPhoto): Promise<{ filename: string; isNew: boolean } | 'album-gone'>;
  /** Stores what was found when the variants were made again, for all photos that share these files. */
  setVariants(files: PhotoAddress, decoded: Omit<DecodedPhoto, 'takenAt'>): Promise<void>;
  /** Every photo, those in the trash included, a page at a time; of those that share their files, one. */
  all(): AsyncIterable<StoredPhoto[]>;
}

const PAGE = 1_000;

const isFirstWithItsFiles = sql<boolean>`not exists (select 1 from photos as earlier
  where earlier.filename = photos.filename and earlier.id < photos.id
    and coalesce(earlier.files_in, earlier.album_id) = ${FILES_ALBUM})`;

export function photoRepository(db: Database, now: () => number): PhotoRepository {
  return {
    ...removalNotes(db),

    all: () => pages(db),

    ofContent: (albumId, contentHash) =>
      storedPhotos(db)
        .where('album_id', '=', albumId)
        .where('content_hash', '=', contentHash)
        .where('trashed_at', 'is', null)
        .executeTakeFirst(),

    setVariants: async ({ albumId, filename }, { mediumHash, thumbnailHash, width, height, camera }) => {
      await db
        .updateTable('photos')
        .set({ medium_hash: mediumHash, thumbnail_hash: thumbnailHash, width, height, camera })
        .where('filename', '=', filename)
        .where(FILES_ALBUM, '=', albumId)
        .execute();
    },

    has: (files) => hasPhotoAt(db, files),

    filesOf: async (albumSlug, filename) => {
      const row = await filesOf(db, { albumSlug, filename });
      return row && { albumId: row.albumId, filename };
    },

    add: (photo) => db.transaction().execute((transaction) => add(transaction, rowOf(photo, now()))),
  };
}

/** One transaction, so that an album that is deleted at the same time has the photo in the trash with it, or not at all. */
async function add(
  db: Transaction<Schema>,
  row: Insertable<PhotoTables['photos']>,
): ReturnType<PhotoRepository['add']> {
  const album = db.selectFrom('albums').select('id').where('id', '=', row.album_id).where('trashed_at', 'is', null);
  if (!(await album.executeTakeFirst())) return 'album-gone';
  const inserted = await db
    .insertInto('photos')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['album_id', 'content_hash']).where('trashed_at', 'is', null).doNothing(),
    )
    .returning('filename')
    .executeTakeFirst();
  if (inserted) return { ...inserted, isNew: true };
  const known = storedPhotos(db).where('album_id', '=', row.album_id).where('content_hash', '=', row.content_hash);
  const { filename } = await known.where('trashed_at', 'is', null).executeTakeFirstOrThrow();
  return { filename, isNew: false };
}

function filesOf(db: Database, { albumSlug, filename }: { albumSlug: string; filename: string }) {
  return db
    .selectFrom('photos')
    .select(FILES_ALBUM.as('albumId'))
    .where('filename', '=', filename)
    .where('trashed_at', 'is', null)
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

function rowOf(photo: NewPhoto, createdAt: number): Insertable<PhotoTables['photos']> {
  return {
    album_id: photo.albumId,
    filename: photo.filename,
    original_filename: photo.originalFilename,
    content_hash: photo.contentHash,
    medium_hash: photo.mediumHash,
    thumbnail_hash: photo.thumbnailHash,
    bytes: photo.bytes,
    taken_at: photo.takenAt,
    sort_time: photo.takenAt ?? WITHOUT_TIME,
    upload_order: photo.uploadOrder,
    created_at: createdAt,
    width: photo.width,
    height: photo.height,
    camera: photo.camera,
    search_text: foldText(photo.originalFilename),
  };
}

function storedPhotos(db: Database) {
  return db
    .selectFrom('photos')
    .select(['id', FILES_ALBUM.as('albumId'), 'filename', 'content_hash as contentHash', 'rotation'])
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
