import type { Generated } from 'kysely';

interface AlbumTable {
  id: string;
  name: string;
  slug: string;
  parent_id: string | null;
  created_at: number;
}

interface PhotoTable {
  id: Generated<number>;
  album_id: string;
  filename: string;
  original_filename: string;
  /** SHA-256 of the original, as the two below of the variants: what `verify` compares with. */
  content_hash: string;
  medium_hash: string;
  thumbnail_hash: string;
  bytes: number;
  /** Null when the picture doesn't say. */
  taken_at: number | null;
  /** `taken_at`, or WITHOUT_TIME: one index then holds the order of an album. */
  sort_time: number;
  /** Counts up as the files arrive; their ids count up as they are done, which is another order. */
  upload_order: number;
  created_at: number;
}

/** Photos that don't say when they were taken come last, among themselves in upload order. */
export const WITHOUT_TIME = Number.MAX_SAFE_INTEGER;

export interface PhotoTables {
  albums: AlbumTable;
  photos: PhotoTable;
}
