import { setImmediate } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import { valuesIn } from '../../db/lists.ts';
import type { Database } from '../../db/open.ts';
import type { Schema } from '../../db/schema.ts';
import { TRASH } from '../../limits.ts';
import { UserError } from '../../errors.ts';
import { livingAlbum, withAllBelow } from '../albums/albumQueries.ts';
import { ALBUM_UNKNOWN } from '../albums/albumLists.ts';

/** Who deletes, and when. */
export interface Deletion {
  userId: string;
  at: number;
}

export interface TrashedPhotos {
  ids: number[];
  albumName: string;
}

export interface TrashedAlbums {
  name: string;
  albums: number;
  photos: number;
}

/** Moves photos of an album to the trash; names that the album does not have are left out. */
export function trashPhotos(
  db: Database,
  { albumId, filenames }: { albumId: string; filenames: readonly string[] },
  { userId, at }: Deletion,
): Promise<TrashedPhotos> {
  return db.transaction().execute(async (transaction) => {
    const album = await livingAlbum(transaction, albumId);
    if (!album) throw new UserError(404, ALBUM_UNKNOWN);
    const trashed = await transaction
      .updateTable('photos')
      .set({ trashed_at: at, trashed_by: userId })
      .where('album_id', '=', albumId)
      .where('trashed_at', 'is', null)
      .where('filename', 'in', valuesIn(transaction, filenames))
      .returning('id')
      .execute();
    if (trashed.length === 0) throw new UserError(404, 'The album does not have these photos (any more)');
    return { ids: trashed.map(({ id }) => id), albumName: album.name };
  });
}

/** Moves an album to the trash, with all below it and all their photos. Their slugs are free from now on. */
export function trashAlbum(db: Database, albumId: string, deletion: Deletion): Promise<TrashedAlbums> {
  return db.transaction().execute(async (transaction) => {
    const album = await livingAlbum(transaction, albumId);
    if (!album) throw new UserError(404, ALBUM_UNKNOWN);
    const ids = await withAllBelow(transaction, albumId);
    const photos = await trashPhotosOf(transaction, { root: albumId, ids }, deletion);
    await transaction
      .updateTable('albums')
      .set({
        trashed_at: deletion.at,
        trashed_by: deletion.userId,
        trashed_with: albumId,
        trashed_slug: sql`slug`,
        slug: sql`'~' || id`,
      })
      .where('id', 'in', valuesIn(transaction, ids))
      .execute();
    return { name: album.name, albums: ids.length, photos };
  });
}

/** Some rows at a time, with a turn of the event loop in between: a statement for all would hold up every response. */
async function trashPhotosOf(
  db: Transaction<Schema>,
  { root, ids }: { root: string; ids: string[] },
  { userId, at }: Deletion,
): Promise<number> {
  let count = 0;
  for (;;) {
    const some = db
      .selectFrom('photos')
      .select('id')
      .where('album_id', 'in', valuesIn(db, ids))
      .where('trashed_at', 'is', null)
      .limit(TRASH.rowsPerStatement);
    const { numUpdatedRows } = await db
      .updateTable('photos')
      .set({ trashed_at: at, trashed_by: userId, trashed_with: root })
      .where('id', 'in', some)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return count;
    count += Number(numUpdatedRows);
    await setImmediate();
  }
}
