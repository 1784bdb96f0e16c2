import { sql, type Transaction } from 'kysely';
import type { AlbumName } from '#contract/curation/schemas.ts';
import type { SearchQuery } from '#domain/albums/searchQuery.ts';
import { foldText } from '#domain/albums/foldText.ts';
import type { VisibleAlbums } from '#server/core/access/access.ts';
import { rowsFrom, valuesIn } from '#server/core/db/lists.ts';
import type { Database } from '#server/core/db/open.ts';
import { STATE } from '#server/core/db/photoTables.ts';
import type { Schema } from '#server/core/db/schema.ts';
import { photosNamed, LISTED_COLUMNS, type ListedPhoto } from '../albums/photoQueries.ts';
import { FILES_ALBUM, FILES_NAME } from '../store/fileQueries.ts';
import type { PhotoAddress } from '../store/photoStore.ts';

interface KnownContent extends PhotoAddress {
  /** The hash of the photo, or of the file that it was made from. */
  hash: string;
  /** The files beside its own, as the row has them. */
  companions: string | null;
}

export interface CurationQueries {
  /** The other albums that show a photo of this content. */
  albumsAlsoWith(photo: { contentHash: string; albumId: string }, visible: VisibleAlbums): Promise<AlbumName[]>;
  /** The photos of an album that have one of these contents, or were made from one, with the addresses of their files. */
  knownContents(albumId: string, hashes: readonly string[]): Promise<KnownContent[]>;
  /** Albums whose names have all words, and photos whose caption, file name or album has them, the newest first. */
  search(query: SearchQuery, within: { visible: VisibleAlbums; limit: number }): Promise<FoundThings>;
  named: ReturnType<typeof photosNamed>;
}

export function curationQueries(db: Database): CurationQueries {
  return {
    albumsAlsoWith: (photo, visible) => albumsAlsoWith(db, photo, visible),
    knownContents: (albumId, hashes) => knownContents(db, albumId, hashes),
    search: (query, within) => search(db, query, within),
    named: photosNamed(db),
  };
}

async function albumsAlsoWith(
  db: Database,
  { contentHash, albumId }: { contentHash: string; albumId: string },
  visible: VisibleAlbums,
): Promise<AlbumName[]> {
  const albums = await db
    .selectFrom('photos')
    .innerJoin('albums', 'albums.id', 'photos.album_id')
    .select(['albums.id', 'albums.name', 'albums.slug'])
    .where('photos.content_hash', '=', contentHash)
    .where('photos.state', '=', STATE.shown)
    .where('albums.id', '!=', albumId)
    .orderBy('albums.name')
    .execute();
  return visible ? albums.filter(({ id }) => visible.has(id)) : albums;
}

async function knownContents(db: Database, albumId: string, hashes: readonly string[]): Promise<KnownContent[]> {
  const photosWith = (column: 'content_hash' | 'made_from') =>
    db
      .selectFrom('photos')
      .select((row) => row.fn.coalesce(column, row.val('')).as('hash'))
      .select(['companions', FILES_ALBUM.as('albumId'), FILES_NAME.as('filename')])
      .where('album_id', '=', albumId)
      .where(column, 'in', [...hashes])
      .where('state', '=', STATE.shown)
      .execute();
  return [...(await photosWith('content_hash')), ...(await photosWith('made_from'))];
}

interface FoundPhoto extends ListedPhoto {
  albumSlug: string;
}

interface FoundThings {
  albums: AlbumName[];
  photos: FoundPhoto[];
}

async function search(
  db: Database,
  { words, taken }: SearchQuery,
  { visible, limit }: { visible: VisibleAlbums; limit: number },
): Promise<FoundThings> {
  const all = await db
    .selectFrom('albums')
    .select(['id', 'name', 'slug'])
    .where('state', '=', STATE.shown)
    .orderBy('name')
    .execute();
  const albums = visible ? all.filter(({ id }) => visible.has(id)) : all;
  const albumsWith = new Map(words.map((word) => [word, albums.filter(({ name }) => foldText(name).includes(word))]));
  const named = taken ? [] : albums.filter((album) => words.every((word) => albumsWith.get(word)?.includes(album)));
  let photos = db
    .selectFrom('photos')
    .innerJoin('albums', 'albums.id', 'photos.album_id')
    .select([...LISTED_COLUMNS, 'albums.slug as albumSlug'])
    .where('photos.state', '=', STATE.shown);
  if (visible) photos = photos.where('photos.album_id', 'in', valuesIn(db, [...visible]));
  for (const word of words) {
    const ids = (albumsWith.get(word) ?? []).map(({ id }) => id).slice(0, MOST_ALBUMS);
    photos = photos.where((query) =>
      query.or([
        sql<boolean>`${query.ref('photos.search_text')} like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`,
        query('photos.album_id', 'in', ids),
      ]),
    );
  }
  if (taken) photos = photos.where('taken_at', '>=', taken.from).where('taken_at', '<', taken.until);
  return {
    albums: named.slice(0, limit),
    photos: await photos.orderBy('photos.taken_at', 'desc').orderBy('photos.id', 'desc').limit(limit).execute(),
  };
}

/** Well below the number of parameters that a statement may have. */
const MOST_ALBUMS = 500;

const COPIED = [
  'original_filename',
  'content_hash',
  'medium_hash',
  'thumbnail_hash',
  'bytes',
  'taken_at',
  'sort_time',
  'upload_order',
  'caption',
  'hidden',
  'rotation',
  'width',
  'height',
  'camera',
  'focus_found',
  'focus_chosen',
  'companions',
  'made_from',
  'search_text',
] as const;

/** A photo's row, and the name that it, or its copy, gets in another album. */
interface Named {
  id: number;
  name: string;
}

/** Puts copies of photos into another album, which use the same files. */
export async function copyPhotoRows(
  db: Transaction<Schema>,
  photos: readonly Named[],
  { albumId, now }: { albumId: string; now: number },
): Promise<void> {
  await db
    .insertInto('photos')
    .columns(['album_id', 'created_at', 'filename', 'files_in', 'files_named', ...COPIED])
    .expression((from) =>
      from
        .selectFrom('photos')
        .innerJoin(namesOf(db, photos), 'named.id', 'photos.id')
        .select((query) => [
          query.val(albumId).as('album_id'),
          query.val(now).as('created_at'),
          'named.filename',
          query.fn.coalesce('photos.files_in', 'photos.album_id').as('files_in'),
          query.fn.coalesce('photos.files_named', 'photos.filename').as('files_named'),
        ])
        .select(COPIED)
        .orderBy('photos.id'),
    )
    .execute();
}

/** Puts photos into another album. Their files stay where they are, under the name that they have. */
export async function moveRows(db: Transaction<Schema>, photos: readonly Named[], albumId: string): Promise<void> {
  await db
    .updateTable('photos')
    .from(namesOf(db, photos))
    .set((column) => ({
      album_id: albumId,
      filename: column.ref('named.filename'),
      files_in: column.fn.coalesce('photos.files_in', 'photos.album_id'),
      files_named: column.fn.coalesce('photos.files_named', 'photos.filename'),
      position: null,
      version: column('photos.version', '+', 1),
    }))
    .whereRef('photos.id', '=', 'named.id')
    .execute();
}

function namesOf(db: Transaction<Schema>, photos: readonly Named[]) {
  const rows = photos.map(({ id, name }) => ({ id, filename: name }));
  return sql<{
    id: number;
    filename: string;
  }>`(${rowsFrom(db, { table: 'photos', columns: ['id', 'filename'], rows })})`.as<'named'>('named');
}
