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
  /**
   * SHA-256 of the original; the two hashes below are those of the variants. The command `verify` compares them with
   * the files.
   */
  content_hash: string;
  medium_hash: string;
  thumbnail_hash: string;
  bytes: number;
  /** Null when the metadata of the picture has no time. */
  taken_at: number | null;
  /** `taken_at`, or WITHOUT_TIME where that is null, so that one index holds the order of an album. */
  sort_time: number;
  /** Counts up in the order in which the files arrived. Ids count up as files are stored, which is another order. */
  upload_order: number;
  created_at: number;
}

/** Sorts photos without a time last, among themselves in upload order. */
export const WITHOUT_TIME = Number.MAX_SAFE_INTEGER;

export interface PhotoTables {
  albums: AlbumTable;
  photos: PhotoTable;
}
