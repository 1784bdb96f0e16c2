import type { Generated } from 'kysely';

interface AlbumTable {
  id: string;
  name: string;
  slug: string;
  parent_id: string | null;
  created_at: number;
}

interface PhotoTable {
  /** Counts up: the upload order. */
  id: Generated<number>;
  album_id: string;
  filename: string;
  original_filename: string;
  content_hash: string;
  taken_at: number | null;
  created_at: number;
}

export interface PhotoTables {
  albums: AlbumTable;
  photos: PhotoTable;
}
