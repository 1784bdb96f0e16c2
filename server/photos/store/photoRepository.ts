import type { Insertable } from 'kysely';
import type { Database } from '../../db/open.ts';
import { type PhotoTables, WITHOUT_TIME } from '../../db/photoTables.ts';
import type { PhotoAddress } from './photoStore.ts';

interface NewPhoto extends PhotoAddress, PhotoHashes {
  originalFilename: string;
  bytes: number;
  takenAt: number | null;
  uploadOrder: number;
}

interface VariantHashes {
  mediumHash: string;
  thumbnailHash: string;
}

interface PhotoHashes extends VariantHashes {
  contentHash: string;
}

export interface StoredPhoto extends PhotoAddress, PhotoHashes {
  id: number;
}

export interface PhotoRepository {
  /** Photos in the order in which they are shown: by album, then by time taken, then by upload. */
  inAlbums(albumIds: readonly string[]): Promise<PhotoAddress[]>;
  ofContent(albumId: string, contentHash: string): Promise<StoredPhoto | undefined>;
  has(address: PhotoAddress): Promise<boolean>;
  /** False when the album has a photo with these bytes already. */
  add(photo: NewPhoto): Promise<boolean>;
  /** Stores the hashes of variants that were made again. */
  setVariants(photo: Pick<StoredPhoto, 'id'>, hashes: VariantHashes): Promise<void>;
  /** Every photo, a page at a time. */
  all(): AsyncIterable<StoredPhoto[]>;
}

/** Well below the number of parameters that a statement may have. */
const ALBUMS_PER_QUERY = 500;
const PAGE = 1_000;

export function photoRepository(db: Database, now: () => number): PhotoRepository {
  return {
    inAlbums: (albumIds) => inAlbums(db, albumIds),
    all: () => pages(db),

    ofContent: (albumId, contentHash) =>
      storedPhotos(db).where('album_id', '=', albumId).where('content_hash', '=', contentHash).executeTakeFirst(),

    setVariants: async ({ id }, { mediumHash, thumbnailHash }) => {
      const hashes = { medium_hash: mediumHash, thumbnail_hash: thumbnailHash };
      await db.updateTable('photos').set(hashes).where('id', '=', id).execute();
    },

    has: async ({ albumId, filename }) => {
      const row = await db
        .selectFrom('photos')
        .select('id')
        .where('album_id', '=', albumId)
        .where('filename', '=', filename)
        .executeTakeFirst();
      return row !== undefined;
    },

    add: async (photo) => {
      const inserted = await db
        .insertInto('photos')
        .values(rowOf(photo, now()))
        .onConflict((conflict) => conflict.columns(['album_id', 'content_hash']).doNothing())
        .returning('id')
        .executeTakeFirst();
      return inserted !== undefined;
    },
  };
}

async function inAlbums(db: Database, albumIds: readonly string[]): Promise<PhotoAddress[]> {
  const found: PhotoAddress[] = [];
  for (let start = 0; start < albumIds.length; start += ALBUMS_PER_QUERY) {
    const rows = await db
      .selectFrom('photos')
      .select(['album_id as albumId', 'filename'])
      .where('album_id', 'in', albumIds.slice(start, start + ALBUMS_PER_QUERY))
      .orderBy('album_id')
      .orderBy('sort_time')
      .orderBy('upload_order')
      .execute();
    for (const row of rows) found.push(row);
  }
  return found;
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
  };
}

function storedPhotos(db: Database) {
  return db
    .selectFrom('photos')
    .select(['id', 'album_id as albumId', 'filename', 'content_hash as contentHash'])
    .select(['medium_hash as mediumHash', 'thumbnail_hash as thumbnailHash']);
}

async function* pages(db: Database): AsyncIterable<StoredPhoto[]> {
  for (let after = -1; ;) {
    const page = await storedPhotos(db).where('id', '>', after).orderBy('id').limit(PAGE).execute();
    const last = page.at(-1);
    if (!last) return;
    yield page;
    after = last.id;
  }
}
