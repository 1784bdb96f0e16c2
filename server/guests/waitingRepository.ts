import { isoTime } from '#domain/clock/isoTime.ts';
import { sql } from 'kysely';
import type { WaitingPhoto } from '#contract/guests/schemas.ts';
import { valuesIn } from '#server/core/db/lists.ts';
import type { VisibleAlbums } from '#server/core/access/access.ts';
import type { Database } from '#server/core/db/open.ts';
import { CUT_COLUMNS, cutOf, type StoredCut } from '#server/photos/albums/photoQueries.ts';
import { restorePhotos } from '#server/photos/trash/restoreQueries.ts';
import { photosInScope } from '#server/photos/trash/trashScopeQueries.ts';
import { trashIdOfPhoto } from '#server/photos/trash/trashIds.ts';
import { STATE } from '#server/core/db/photoTables.ts';

const LISTED = 500;

/** Photos that guests sent, which nobody sees before somebody has approved them. Their files are in place. */
export interface WaitingRepository {
  /** Those of visible albums, the oldest first; those of albums in the trash wait until these are restored. */
  list(visible: VisibleAlbums): Promise<WaitingPhoto[]>;
  count(visible: VisibleAlbums): Promise<number>;
  /** The highest id of a photo that somebody who sees all albums was shown by this server. */
  seenUpTo(): number;
  /** The number of those of visible albums with a higher id. */
  after(id: number, visible: VisibleAlbums): Promise<number>;
  /** The highest id of a photo that was sent before a time; 0: there is none. */
  newestBefore(timeMs: number): Promise<number>;
  /** Shows those of the photos that are of visible albums; returns their number. */
  approve(ids: readonly number[], visible: VisibleAlbums): Promise<number>;
  /** Moves those of visible albums to the trash, from where they can be restored; returns their number. */
  reject(ids: readonly number[], by: { userId: string; visible: VisibleAlbums }): Promise<number>;
}

interface Row extends Pick<WaitingPhoto, 'name' | 'albumId' | 'albumName' | 'albumSlug'>, StoredCut {
  id: number;
  createdAt: number;
  shareName: string | null;
}

function waitingPhotoOf({ id, createdAt, shareName, ...row }: Row): WaitingPhoto {
  const { name, albumId, albumName, albumSlug } = row;
  const album = { albumId, albumName, albumSlug, ...(shareName !== null && { shareName }) };
  return { id: trashIdOfPhoto(id), name, ...album, sentAt: isoTime(createdAt), ...cutOf(row) };
}

function waitingPhotos(db: Database, visible: VisibleAlbums = null) {
  const all = db
    .selectFrom('photos')
    .innerJoin('albums', 'albums.id', 'photos.album_id')
    .where('photos.state', '=', STATE.waiting)
    .where('albums.state', '=', STATE.shown);
  return visible ? all.where('albums.id', 'in', valuesIn(db, [...visible])) : all;
}

async function countAfter(db: Database, id: number, visible: VisibleAlbums): Promise<number> {
  const row = await waitingPhotos(db, visible)
    .select(sql<number>`count(*)`.as('count'))
    .where('photos.id', '>', id)
    .executeTakeFirstOrThrow();
  return row.count;
}

export function waitingRepository(db: Database, now: () => number): WaitingRepository {
  let seen = 0;
  return {
    list: async (visible) => {
      const rows = await waitingPhotos(db, visible)
        .leftJoin('shares', 'shares.id', 'photos.from_share')
        .select(['photos.id', 'photos.original_filename as name', 'photos.created_at as createdAt'])
        .select(['albums.id as albumId', 'albums.name as albumName', 'albums.slug as albumSlug'])
        .select(['shares.name as shareName', ...CUT_COLUMNS])
        .orderBy('photos.id')
        .limit(LISTED)
        .execute();
      if (visible === null) seen = Math.max(seen, rows.at(-1)?.id ?? 0);
      return rows.map(waitingPhotoOf);
    },

    count: (visible) => countAfter(db, 0, visible),

    seenUpTo: () => seen,

    after: (id, visible) => countAfter(db, id, visible),

    newestBefore: async (timeMs) => {
      const older = waitingPhotos(db).select('photos.id').where('photos.created_at', '<', timeMs);
      return (await older.orderBy('photos.id', 'desc').limit(1).executeTakeFirst())?.id ?? 0;
    },

    approve: (ids, visible) =>
      db.transaction().execute(async (transaction) => {
        const waiting = (await waitingPhotos(transaction, visible).select('photos.id').execute()).map(({ id }) => id);
        const wanted = new Set(ids);
        const approved = waiting.filter((id) => wanted.has(id));
        return restorePhotos(transaction, approved, 'waiting');
      }),

    reject: async (ids, { userId, visible }) => {
      const inScope = await photosInScope(db, ids, visible);
      const rejected = await db
        .updateTable('photos')
        .set({ state: 'trashed', trashed_at: now(), trashed_by: userId })
        .where('id', 'in', valuesIn(db, inScope))
        .where('state', '=', STATE.waiting)
        .executeTakeFirstOrThrow();
      return Number(rejected.numUpdatedRows);
    },
  };
}
