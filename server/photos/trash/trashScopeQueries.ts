import { type RawBuilder, sql } from 'kysely';
import type { VisibleAlbums } from '#server/core/access/access.ts';
import { valuesIn } from '#server/core/db/lists.ts';
import type { Database } from '#server/core/db/open.ts';
import type { TrashIds } from './trashIds.ts';

/**
 * A condition on the `albums` of a query: the album is visible, or is in the trash with one that was deleted from a
 * visible album. So somebody who sees some albums only sees what was deleted within these, and no album of the list
 * itself that is in the trash.
 */
export function ofVisibleAlbum(db: Database, visible: VisibleAlbums): RawBuilder<boolean> {
  if (visible === null) return sql<boolean>`true`;
  const ids = valuesIn(db, [...visible]);
  return sql<boolean>`(albums.id in ${ids} or albums.trashed_with in (
    select root.id from albums as root where root.trashed_with = root.id and root.parent_id in ${ids}))`;
}

/** Whether all these things are of visible albums, in the trash or not. An unknown id is of none. */
export async function areInScope(db: Database, { photos, albums }: TrashIds, visible: VisibleAlbums): Promise<boolean> {
  if (visible === null) return true;
  const found = await photosInScope(db, photos, visible);
  const known = await db
    .selectFrom('albums')
    .select('albums.id')
    .where('albums.id', 'in', valuesIn(db, albums))
    .where(ofVisibleAlbum(db, visible))
    .execute();
  return found.length === photos.length && known.length === albums.length;
}

/** Those of the photos that are of visible albums, in whatever state they are. */
export async function photosInScope(
  db: Database,
  ids: readonly number[],
  visible: VisibleAlbums,
): Promise<readonly number[]> {
  if (visible === null) return ids;
  const rows = await db
    .selectFrom('photos')
    .innerJoin('albums', 'albums.id', 'photos.album_id')
    .select('photos.id')
    .where('photos.id', 'in', valuesIn(db, ids))
    .where(ofVisibleAlbum(db, visible))
    .execute();
  return rows.map(({ id }) => id);
}
