import { randomUUID } from 'node:crypto';
import type { Transaction, ExpressionBuilder } from 'kysely';
import type { CreateAlbumPayload } from '#contract/photos/schemas.ts';
import type { PhotoOrder } from '#contract/limits.ts';
import type { VisibleAlbums } from '#server/core/access/access.ts';
import type { Database } from '#server/core/db/open.ts';
import type { Schema } from '#server/core/db/schema.ts';
import { UserError } from '#server/core/errors.ts';
import { forgetFormerSlug, livingAlbum, slugLike } from './albumQueries.ts';
import { CoverCache } from './cached/responseCache.ts';
import { type ListedPhoto, photosById, LISTED_COLUMNS } from './photoQueries.ts';
import { setImmediate } from 'node:timers/promises';
import { valuesIn } from '#server/core/db/lists.ts';
import { STATE } from '#server/core/db/photoTables.ts';

/** Other requests get their turn between two statements. */
const ALBUMS_PER_QUERY = 500;

export interface StoredAlbum {
  id: string;
  name: string;
  slug: string;
  parentId: string | null;
  order: PhotoOrder;
  version: number;
}

export interface ListedAlbum extends StoredAlbum {
  /** The place among its siblings, if somebody arranged them. */
  position: number | null;
  photoCount: number;
  /** The album's own first photo. */
  firstPhoto: ListedPhoto | undefined;
  /** The photo that somebody chose as the cover, if it still is there. */
  chosenCover: ListedPhoto | undefined;
  formerSlugs: string[];
}

/** Albums that are not in the trash. */
export interface AlbumRepository {
  /** All albums, unsorted. `hidden`: whether photos that slideshows leave out may be covers, and count. */
  list(hidden?: boolean): Promise<ListedAlbum[]>;
  /** The ids of these albums and of all below them; `roots` that are unknown or in the trash are left out. */
  below(roots: readonly string[]): Promise<ReadonlySet<string>>;
  isEmpty(): Promise<boolean>;
  find(id: string): Promise<StoredAlbum | undefined>;
  /**
   * Makes an album. Where an album that is not `visible` has the slug, the new one gets another, so that nothing tells
   * that it is there.
   */
  create(
    payload: CreateAlbumPayload,
    visible: VisibleAlbums,
  ): Promise<{ album: StoredAlbum; parentSlug: string | undefined }>;
}

const COLUMNS = [
  'albums.id',
  'albums.name',
  'albums.slug',
  'albums.parent_id as parentId',
  'albums.photo_order as order',
  'albums.version',
] as const;

export function albumRepository(db: Database, now: () => number): AlbumRepository {
  const covers = coverCache(db, true);
  const shownCovers = coverCache(db, false);
  const find = (id: string) => albumsIn(db).select(COLUMNS).where('albums.id', '=', id).executeTakeFirst();

  return {
    find,
    list: (hidden = true) => list(db, hidden, hidden ? covers : shownCovers),

    below: (roots) => below(db, roots),

    isEmpty: async () => (await albumsIn(db).select('albums.id').limit(1).executeTakeFirst()) === undefined,

    create: (payload, visible) =>
      db.transaction().execute((transaction) => create(transaction, payload, { visible, createdAt: now() })),
  };
}

/** From the roots downwards, so that the albums beside them cost nothing. */
async function below(db: Database, roots: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .withRecursive('below', (query) =>
      query
        .selectFrom('albums')
        .select('albums.id')
        .where('albums.id', 'in', valuesIn(db, roots))
        .where('albums.state', '=', STATE.shown)
        .union((inner) =>
          inner
            .selectFrom('albums')
            .innerJoin('below', 'below.id', 'albums.parent_id')
            .select('albums.id')
            .where('albums.state', '=', STATE.shown),
        ),
    )
    .selectFrom('below')
    .select('below.id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

async function create(
  db: Transaction<Schema>,
  { name, slug: wanted, parentAlbumId }: CreateAlbumPayload,
  { visible, createdAt }: { visible: VisibleAlbums; createdAt: number },
): ReturnType<AlbumRepository['create']> {
  const parent = parentAlbumId == null ? undefined : await livingAlbum(db, parentAlbumId);
  if (parentAlbumId != null && !parent) {
    throw new UserError(400, 'The album to create this one in does not exist (any more)');
  }
  const slug = await slugLike(db, wanted, visible);
  const row = { id: randomUUID(), name, slug, parent_id: parent?.id ?? null, created_at: createdAt };
  await db.insertInto('albums').values(row).execute();
  await forgetFormerSlug(db, slug);
  const album = { id: row.id, name, slug, parentId: row.parent_id, order: 'taken' as const, version: 0 };
  return { album, parentSlug: parent?.slug };
}

function albumsIn(db: Database) {
  return db.selectFrom('albums').where('albums.state', '=', STATE.shown);
}

function coverCache(db: Database, hidden: boolean): CoverCache {
  return new CoverCache({
    firstPhotosOf: (albumIds) => firstPhotosOf(db, { albumIds, hidden }),
    photosById: (ids) => photosById(db, ids),
  });
}

async function list(db: Database, hidden: boolean, covers: CoverCache): Promise<ListedAlbum[]> {
  const rows = await albumRows(db);
  const former = await db.selectFrom('former_slugs').selectAll().orderBy('slug').execute();
  const slugs = Map.groupBy(former, (row) => row.album_id);
  const writes = new Map(rows.map(({ id, changes }) => [id, changes]));
  const firstPhoto = await covers.firstPhotos(writes);
  const chosenIds = rows.map(({ coverPhotoId }) => coverPhotoId).filter((id) => id !== null);
  const chosenPhoto = await covers.chosenPhotos(chosenIds, writes);
  const chosenCover = (id: number | null) => {
    const photo = id === null ? undefined : chosenPhoto(id);
    return hidden || photo?.hidden === 0 ? photo : undefined;
  };
  return rows.map((row) =>
    Object.assign(row, {
      photoCount: (hidden ? row.photos : row.shown) ?? 0,
      firstPhoto: firstPhoto(row.id),
      chosenCover: chosenCover(row.coverPhotoId),
      formerSlugs: (slugs.get(row.id) ?? []).map(({ slug }) => slug),
    }),
  );
}

function albumRows(db: Database) {
  return albumsIn(db)
    .leftJoin('circuit_tree_contents as contents', 'contents.album_id', 'albums.id')
    .select(COLUMNS)
    .select(['albums.position', 'albums.cover_photo_id as coverPhotoId'])
    .select(['contents.photos', 'contents.shown', 'contents.changes'])
    .execute();
}

/** The first photo of each album that has one; `hidden`: whether photos that slideshows leave out count. */
async function firstPhotosOf(
  db: Database,
  { albumIds, hidden }: { albumIds: readonly string[]; hidden: boolean },
): Promise<Map<string, ListedPhoto>> {
  const found = new Map<string, ListedPhoto>();
  for (let start = 0; start < albumIds.length; start += ALBUMS_PER_QUERY) {
    // Reading the photos of ten thousand albums takes a third of a second, so other requests get their turn in between.
    if (start > 0) await setImmediate();
    const ids = valuesIn(db, albumIds.slice(start, start + ALBUMS_PER_QUERY));
    const rows = await db
      .selectFrom('photos')
      .select(LISTED_COLUMNS)
      .where('photos.id', 'in', (query) => firstIds(query, hidden).where('albums.id', 'in', ids))
      .execute();
    for (const row of rows) found.set(row.albumId, row);
  }
  return found;
}

function firstIds(albums: ExpressionBuilder<Schema, 'photos'>, hidden: boolean) {
  return albums.selectFrom('albums').select((query) =>
    query
      .selectFrom('photos as first')
      .select('first.id')
      .whereRef('first.album_id', '=', 'albums.id')
      .where('first.state', '=', STATE.shown)
      .$if(!hidden, (photos) => photos.where('first.hidden', '=', 0))
      .orderBy('first.sort_time')
      .orderBy('first.upload_order')
      .limit(1)
      .as('id'),
  );
}
