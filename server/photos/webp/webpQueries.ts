import { sql } from 'kysely';
import type { Database } from '../../db/open.ts';
import type { PhotoAddress } from '../store/photoStore.ts';

/** A photo that is not in the trash, with the address of its files. */
export interface SourcePhoto extends PhotoAddress {
  id: number;
  contentHash: string;
  /** Degrees clockwise by which its images are turned. */
  rotation: number;
}

export interface WebpQueries {
  /** Photos in the order of their ids, those after an id. */
  photosAfter(id: number, limit: number): Promise<SourcePhoto[]>;
}

export function webpQueries(db: Database): WebpQueries {
  return { photosAfter: (id, limit) => photosAfter(db, id, limit) };
}

function photosAfter(db: Database, id: number, limit: number): Promise<SourcePhoto[]> {
  return db
    .selectFrom('photos')
    .select(['id', 'filename', 'content_hash as contentHash', 'rotation'])
    .select(sql<string>`coalesce(files_in, album_id)`.as('albumId'))
    .where('id', '>', id)
    .where('trashed_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute();
}
