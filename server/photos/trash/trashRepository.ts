import type { TrashEntry } from '#contract/trash/schemas.ts';
import type { Database } from '#server/core/db/open.ts';
import type { PhotoAddress } from '../store/photoStore.ts';
import { type Marked, markRemoved, removeSomeRows } from './removalQueries.ts';
import { restore } from './restoreQueries.ts';
import { filesOfTrashed, type TrashCursor, trashList } from './trashListQueries.ts';
import type { TrashIds } from './trashIds.ts';
import { areInScope } from './trashScopeQueries.ts';
import { ALBUM_UNKNOWN, livingAlbum, withAllBelow } from '../albums/albumQueries.ts';
import type { VisibleAlbums } from '#server/core/access/access.ts';
import { UserError } from '#server/core/errors.ts';
import { valuesIn } from '#server/core/db/lists.ts';
import { STATE } from '#server/core/db/photoTables.ts';
import { type Transaction, sql } from 'kysely';
import type { Schema } from '#server/core/db/schema.ts';
import { TRASH } from '#server/core/limits.ts';
import { setImmediate } from 'node:timers/promises';

/** The person who deletes, and the time. */
interface Deletion {
  userId: string;
  at: number;
}

interface TrashedPhotos {
  /** Includes photos that were in the trash before, because a client that got no response repeats its request. */
  ids: number[];
  /** The number of things that this call put into the trash. */
  fresh: number;
  albumName: string;
}

interface TrashedAlbums {
  name: string;
  albums: number;
  photos: number;
  /** False when it was in the trash before. */
  isFresh: boolean;
}

/** Moves photos of an album to the trash; names that the album never had are left out. */
function trashPhotos(
  db: Database,
  { albumId, filenames }: { albumId: string; filenames: readonly string[] },
  { userId, at }: Deletion,
): Promise<TrashedPhotos> {
  return db.transaction().execute(async (transaction) => {
    const album = await livingAlbum(transaction, albumId);
    if (!album) throw new UserError(404, ALBUM_UNKNOWN);
    const trashed = await transaction
      .updateTable('photos')
      .set({ state: 'trashed', trashed_at: at, trashed_by: userId })
      .where('album_id', '=', albumId)
      .where('state', '=', STATE.shown)
      .where('filename', 'in', valuesIn(transaction, filenames))
      .returning(['id', 'filename'])
      .execute();
    const fresh = new Set(trashed.map(({ filename }) => filename));
    const others = filenames.filter((filename) => !fresh.has(filename));
    const before = await trashedBefore(transaction, { albumId, filenames: others });
    const ids = [...trashed, ...before].map(({ id }) => id);
    if (ids.length === 0) throw new UserError(404, 'The album does not have these photos (any more)');
    return { ids, fresh: fresh.size, albumName: album.name };
  });
}

interface LooseInTrash {
  id: number;
  filename: string;
  contentHash: string;
}

/** The photos with these names that were deleted from the album by themselves; for each name the one stored last. */
export async function trashedBefore(
  db: Transaction<Schema>,
  { albumId, filenames }: { albumId: string; filenames: readonly string[] },
): Promise<LooseInTrash[]> {
  if (filenames.length === 0) return [];
  const rows = await db
    .selectFrom('photos')
    .select(['id', 'filename', 'content_hash as contentHash'])
    .where('album_id', '=', albumId)
    .where('filename', 'in', valuesIn(db, filenames))
    .where('state', '=', STATE.trashed)
    .where('trashed_with', 'is', null)
    .orderBy('id')
    .execute();
  return [...new Map(rows.map((row) => [row.filename, row])).values()];
}

/** Moves an album to the trash, with all below it and all their photos. Their slugs are free from now on. */
function trashAlbum(db: Database, albumId: string, deletion: Deletion): Promise<TrashedAlbums> {
  return db.transaction().execute(async (transaction) => {
    const album = await livingAlbum(transaction, albumId);
    if (!album) return albumInTrash(transaction, albumId);
    const ids = await withAllBelow(transaction, albumId);
    const photos = await trashPhotosOf(transaction, { root: albumId, ids }, deletion);
    await transaction
      .updateTable('albums')
      .set({
        state: 'trashed',
        trashed_at: deletion.at,
        trashed_by: deletion.userId,
        trashed_with: albumId,
        trashed_slug: sql`slug`,
        slug: sql`'~' || id`,
      })
      .where('id', 'in', valuesIn(transaction, ids))
      .execute();
    return { name: album.name, albums: ids.length, photos, isFresh: true };
  });
}

/** The things deleted together with an album that is in the trash already. */
async function albumInTrash(db: Transaction<Schema>, albumId: string): Promise<TrashedAlbums> {
  const albums = await db.selectFrom('albums').select(['id', 'name']).where('trashed_with', '=', albumId).execute();
  const root = albums.find(({ id }) => id === albumId);
  if (!root) throw new UserError(404, ALBUM_UNKNOWN);
  const { photos } = await db
    .selectFrom('photos')
    .select(({ fn }) => fn.countAll().as('photos'))
    .where('trashed_with', '=', albumId)
    .executeTakeFirstOrThrow();
  return { name: root.name, albums: albums.length, photos: Number(photos), isFresh: false };
}

/** Some rows at a time, with a turn of the event loop in between: one statement for all would delay every response. */
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
      .where('state', '=', STATE.shown)
      .limit(TRASH.rowsPerStatement);
    const { numUpdatedRows } = await db
      .updateTable('photos')
      .set({ state: 'trashed', trashed_at: at, trashed_by: userId, trashed_with: root })
      .where('id', 'in', some)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return count;
    count += Number(numUpdatedRows);
    await setImmediate();
  }
}

/** Holds deleted things, which can be restored for some days. Their files stay in place. */
export interface TrashRepository {
  addPhotos(photos: { albumId: string; filenames: readonly string[]; userId: string }): Promise<TrashedPhotos>;
  addAlbum(album: { albumId: string; userId: string }): Promise<TrashedAlbums>;
  /** A page of the list, the newest first. */
  list(visible: VisibleAlbums, after?: TrashCursor): Promise<TrashEntry[]>;
  filesOf(trashId: string, visible: VisibleAlbums): Promise<PhotoAddress | undefined>;
  /** Whether all these things are of visible albums; an unknown id is of none. */
  areInScope(ids: TrashIds, visible: VisibleAlbums): Promise<boolean>;
  restore(ids: TrashIds): ReturnType<typeof restore>;
  /** Deletes for good; rows and files are removed later, by `removeSome`. Without ids: all of visible albums. */
  remove(which: TrashIds | { visible: VisibleAlbums }): Promise<Marked>;
  /** Deletes for good the things whose time in the trash is over. */
  removeDue(): Promise<Marked>;
  /** Removes some of the rows of what was deleted for good; false when there are no more. */
  removeSome(): Promise<boolean>;
}

interface Options {
  now: () => number;
  /** The time for which things stay in the trash. */
  days: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;

export function trashRepository(db: Database, { now, days }: Options): TrashRepository {
  return {
    addPhotos: ({ userId, ...photos }) => trashPhotos(db, photos, { userId, at: now() }),
    addAlbum: ({ albumId, userId }) => trashAlbum(db, albumId, { userId, at: now() }),
    list: (visible, after) => trashList(db, { after, visible, storedMs: days * DAY_MS }),
    filesOf: (trashId, visible) => filesOfTrashed(db, trashId, visible),
    areInScope: (ids, visible) => areInScope(db, ids, visible),
    restore: (ids) => restore(db, ids),
    remove: (which) => markRemoved(db, 'visible' in which ? { ...which, before: Number.MAX_SAFE_INTEGER } : which),
    removeDue: () => markRemoved(db, { before: now() - days * DAY_MS, visible: null }),
    removeSome: () => removeSomeRows(db),
  };
}
