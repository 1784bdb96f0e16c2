import { createHash } from 'node:crypto';
import { valuesIn } from '#server/core/db/lists.ts';
import type { Database } from '#server/core/db/open.ts';
import { STATE } from '#server/core/db/photoTables.ts';
import { withAllBelow } from './albumQueries.ts';
import { photosIn, type ListedPhoto, listedIn } from './photoQueries.ts';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';

const PHOTOS_PER_PAGE = 5_000;

/** A short form of everything a kiosk shows of an album. */
export interface AlbumState {
  id: string;
  parentId: string | null;
  /** A text that changes whenever the album or one of its photos looks different, or moves. */
  state: string;
}

/**
 * Summaries of the albums that are not in the trash. Every change of a photo's row increments its version; a manual
 * order increments the album's; the sum of the ids reveals a photo that was replaced by another.
 */
export async function albumStates(db: Database): Promise<AlbumState[]> {
  const albums = await db
    .selectFrom('albums')
    .leftJoin('circuit_tree_contents as contents', 'contents.album_id', 'albums.id')
    .select(['id', 'parent_id', 'name', 'slug', 'photo_order', 'cover_photo_id', 'position', 'version'])
    .select(['contents.photos', 'contents.ids', 'contents.versions'])
    .where('state', '=', STATE.shown)
    .execute();
  return albums.map(({ id, parent_id, photos, ids, versions, ...album }) => ({
    id,
    parentId: parent_id,
    state: JSON.stringify([parent_id, Object.values(album), photos ? `${photos} ${ids} ${versions}` : undefined]),
  }));
}

/** The album whose photos are listed, perhaps with those of all albums below it. */
export interface ListedAlbums {
  albumId: string;
  includeChildAlbums: boolean;
}

/**
 * A text that changes with each write to these albums or their photos, by whichever process: the database itself counts
 * the writes. Undefined where there is no such album.
 */
async function albumStamp(db: Database, { albumId, includeChildAlbums }: ListedAlbums): Promise<string | undefined> {
  const ids = includeChildAlbums ? await withAllBelow(db, albumId) : [albumId];
  const rows = await db
    .selectFrom('albums')
    .leftJoin('circuit_tree_contents as contents', 'contents.album_id', 'albums.id')
    .select(['id', 'parent_id', 'name', 'slug', 'photo_order', 'position', 'version', 'contents.changes'])
    .where('id', 'in', valuesIn(db, ids))
    .where('state', '=', STATE.shown)
    .orderBy('id')
    .execute();
  if (rows.length === 0) return undefined;
  return createHash('sha256').update(JSON.stringify(rows)).digest('base64');
}

/** The queries of `AlbumLists` on one database. */
export function listQueries(db: Database) {
  return {
    photosIn: (albumIds: readonly string[]) => photosIn(db, albumIds),
    pagesIn: (albumId: string) => pagesIn(db, albumId),
    stampOf: (albums: ListedAlbums) => albumStamp(db, albums),
  };
}

/** The same in pages, so that other requests get their turn: a hundred thousand photos take half a second. */
async function* pagesIn(db: Database, albumId: string): AsyncGenerator<ListedPhoto[]> {
  const all = listedIn(db, albumId).limit(PHOTOS_PER_PAGE);
  let page = await all.execute();
  yield page;
  for (let last = page.at(-1); last && page.length === PHOTOS_PER_PAGE; last = page.at(-1)) {
    await setImmediate();
    page = await all.where(sql<boolean>`(sort_time, upload_order) > (${last.sortTime}, ${last.uploadOrder})`).execute();
    yield page;
  }
}
