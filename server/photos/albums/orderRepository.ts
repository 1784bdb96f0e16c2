import { sql, type Transaction } from 'kysely';
import type { AlbumOrderPayload } from '#contract/curation/schemas.ts';
import { levelVersion } from '#domain/curation/manualOrder.ts';
import { numberedValues } from '#server/core/db/lists.ts';
import type { Database } from '#server/core/db/open.ts';
import { STATE } from '#server/core/db/photoTables.ts';
import type { Schema } from '#server/core/db/schema.ts';
import { UserError } from '#server/core/errors.ts';
import { ALBUM_UNKNOWN, type AlbumRow, livingAlbum } from './albumQueries.ts';
import { byPlace } from './albumTree.ts';
import { inOrder } from './photoOrder.ts';
import { photosIn } from './photoQueries.ts';

/** Stores the orders that people give to albums and photos by hand. */
export interface OrderRepository {
  /** Returns false when the level has another version by now, unless its albums are already in this order. */
  arrangeAlbums(order: AlbumsInOrder): Promise<boolean>;
  /**
   * Photos that are not named come after the named ones, in their former order. Returns the album after the change;
   * undefined when it has another version by now, unless its photos are already in this order.
   */
  arrangePhotos(order: PhotosInOrder): Promise<AlbumRow | undefined>;
}

interface AlbumsInOrder extends AlbumOrderPayload {
  /** The version of the level (`levelVersion`) that the order was made from; undefined overwrites any order. */
  version: number | undefined;
}

interface PhotosInOrder {
  albumId: string;
  filenames: readonly string[];
  /** The version that the order was made from; undefined overwrites any. */
  version: number | undefined;
}

/** Hundreds of thousands of rows in one statement would hold up every response for seconds. */
const ROWS_PER_STATEMENT = 2_000;

export function orderRepository(db: Database): OrderRepository {
  return {
    arrangeAlbums: (order) => db.transaction().execute((transaction) => arrangeAlbums(transaction, order)),
    arrangePhotos: (order) => db.transaction().execute((transaction) => arrangePhotos(transaction, order)),
  };
}

async function arrangeAlbums(
  db: Transaction<Schema>,
  { parentAlbumId, albumIds, version }: AlbumsInOrder,
): Promise<boolean> {
  if (parentAlbumId !== null && !(await livingAlbum(db, parentAlbumId))) {
    throw new UserError(400, 'The album whose albums are to be arranged does not exist (any more)');
  }
  const siblings = await db
    .selectFrom('albums')
    .select(['id', 'name', 'slug', 'position'])
    .where('parent_id', 'is not distinct from', parentAlbumId)
    .where('state', '=', STATE.shown)
    .execute();
  const present = siblings.toSorted(byPlace).map(({ id }) => id);
  if (version !== undefined && version !== levelVersion(present)) {
    // A client that lost the response to a change repeats it, with the version from before.
    const byHand = new Map(albumIds?.map((id, position) => [id, position]));
    return siblings.every(({ id, position }) => position === (byHand.get(id) ?? null));
  }
  const places = placesOf(albumIds ?? [], {
    known: new Set(siblings.map(({ id }) => id)),
    sentence: 'An album that is to be arranged is not (any more) in this place, or is named twice',
  });
  await db
    .updateTable('albums')
    .set({ position: null })
    .where('parent_id', 'is not distinct from', parentAlbumId)
    .execute();
  await sql`update albums set position = named.key from ${numberedValues(db, places)} as named
    where albums.id = named.value`.execute(db);
  return true;
}

async function arrangePhotos(
  db: Transaction<Schema>,
  { albumId, filenames, version }: PhotosInOrder,
): Promise<AlbumRow | undefined> {
  const album = await livingAlbum(db, albumId);
  if (!album) throw new UserError(404, ALBUM_UNKNOWN);
  const photos = inOrder(await photosIn(db, [albumId]), album.photo_order).map(({ filename }) => filename);
  // A client that lost the response to a change repeats it, with the version from before.
  if (version !== undefined && version !== album.version) {
    const isSame = album.photo_order === 'manual' && filenames.every((name, index) => photos[index] === name);
    return isSame ? album : undefined;
  }
  const named = placesOf(filenames, {
    known: new Set(photos),
    sentence: 'A photo that is to be arranged is not (any more) in this album, or is named twice',
  });
  const places = [...new Set([...named, ...photos])];
  for (let start = 0; start < places.length; start += ROWS_PER_STATEMENT) {
    const some = numberedValues(db, places.slice(start, start + ROWS_PER_STATEMENT));
    await sql`update photos set position = named.key + ${sql.lit(start)} from ${some} as named
      where photos.filename = named.value and photos.album_id = ${albumId} and photos.state = 'shown'`.execute(db);
  }
  const row = { photo_order: 'manual' as const, version: album.version + 1 };
  await db.updateTable('albums').set(row).where('id', '=', albumId).execute();
  return { ...album, ...row };
}

function placesOf(
  names: readonly string[],
  { known, sentence }: { known: ReadonlySet<string>; sentence: string },
): readonly string[] {
  if (new Set(names).size === names.length && names.every((name) => known.has(name))) return names;
  throw new UserError(400, sentence);
}
