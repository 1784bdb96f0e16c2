import { sql, type Transaction } from 'kysely';
import type { VisibleAlbums } from '#server/core/access/access.ts';
import { valuesIn } from '#server/core/db/lists.ts';
import type { Database } from '#server/core/db/open.ts';
import { STATE } from '#server/core/db/photoTables.ts';
import type { Schema } from '#server/core/db/schema.ts';
import { TRASH } from '#server/core/limits.ts';
import { ofVisibleAlbum } from './trashScopeQueries.ts';
import type { TrashIds } from './trashIds.ts';

/** The number of entries of the trash that were deleted for good. */
export interface Marked {
  albums: number;
  photos: number;
}

/** The entries to delete for good: those with these ids, or those of visible albums that were deleted before a time. */
export type Removable = TrashIds | { before: number; visible: VisibleAlbums };

/** Deletes entries of the trash for good. */
export function markRemoved(db: Database, which: Removable): Promise<Marked> {
  return db.transaction().execute(async (transaction) => {
    const albums = await rootsAmong(transaction, which);
    await transaction
      .updateTable('albums')
      .set({ state: 'gone', trashed_with: null })
      .where('trashed_with', 'in', valuesIn(transaction, albums))
      .execute();
    await releaseTrashedBefore(transaction);
    const photos = transaction
      .updateTable('photos')
      .set({ state: 'gone' })
      .where('state', '=', STATE.trashed)
      // True of all of them; the index of the trash serves only a statement that says so.
      .where('trashed_at', 'is not', null)
      .where('trashed_with', 'is', null);
    const { numUpdatedRows } = await (
      'before' in which
        ? photos
            .where('trashed_at', '<=', which.before)
            .$if(which.visible !== null, (some) =>
              some.where('album_id', 'in', (of) =>
                of.selectFrom('albums').select('albums.id').where(ofVisibleAlbum(transaction, which.visible)),
              ),
            )
        : photos.where('id', 'in', valuesIn(transaction, which.photos))
    ).executeTakeFirstOrThrow();
    return { albums: albums.length, photos: Number(numUpdatedRows) };
  });
}

async function rootsAmong(db: Transaction<Schema>, which: Removable): Promise<string[]> {
  const roots = db.selectFrom('albums').select('id').whereRef('trashed_with', '=', 'id');
  const found =
    'before' in which
      ? roots.where('trashed_at', '<=', which.before).where(ofVisibleAlbum(db, which.visible))
      : roots.where('id', 'in', valuesIn(db, which.albums));
  return (await found.execute()).map(({ id }) => id);
}

/** An album below that was deleted earlier is a separate entry of the trash: restoring it puts it at the top level. */
async function releaseTrashedBefore(db: Transaction<Schema>): Promise<void> {
  await db
    .updateTable('albums')
    .set({ parent_id: null, position: null, version: sql`version + 1` })
    .where('state', '=', STATE.trashed)
    .where('parent_id', 'in', db.selectFrom('albums as gone').select('gone.id').where('gone.state', '=', STATE.gone))
    .execute();
}

/**
 * Removes some rows of what was deleted for good, and notes where their files are, in one transaction. Returns false when
 * no row is left.
 */
export function removeSomeRows(db: Database): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const photos = await removedPhotos(transaction);
    if (photos.length > 0) await removePhotos(transaction, photos);
    else await removeAlbums(transaction);
    return photos.length > 0;
  });
}

/**
 * Some photos of deleted albums. Photos that had been deleted before their album are among them: there is no album left
 * to restore them to.
 */
async function removedPhotos(db: Transaction<Schema>): Promise<number[]> {
  const rows = await db
    .selectFrom('photos')
    .select('id')
    .where('trashed_at', 'is not', null)
    .where((is) =>
      is.or([
        is('state', '=', STATE.gone),
        is('album_id', 'in', is.selectFrom('albums').select('albums.id').where('albums.state', '=', STATE.gone)),
      ]),
    )
    .limit(TRASH.rowsPerStatement)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Removes rows of photos, and notes their files for removal. Whether other photos use the files is checked when they
 * are removed.
 */
export async function removePhotos(db: Transaction<Schema>, ids: readonly number[]): Promise<void> {
  await db
    .insertInto('files_to_remove')
    .columns(['album_id', 'filename'])
    .expression((from) =>
      from
        .selectFrom('photos')
        .select((of) => [
          of.fn.coalesce('files_in', 'album_id').as('album_id'),
          of.fn.coalesce('files_named', 'filename').as('filename'),
        ])
        .where('id', 'in', valuesIn(db, ids)),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db.deleteFrom('photos').where('id', 'in', valuesIn(db, ids)).execute();
}

async function removeAlbums(db: Transaction<Schema>): Promise<void> {
  await db.deleteFrom('albums').where('state', '=', STATE.gone).execute();
}
