import { sql } from 'kysely';
import type { AlbumName } from '#contract/schemas/curation.ts';
import type { SearchQuery } from '#domain/albums/searchQuery.ts';
import { foldText } from '#domain/albums/foldText.ts';
import type { Database } from '../../db/open.ts';
import { type PhotosNamed, photosNamed } from '../albums/namedPhotoQueries.ts';
import { LISTED_COLUMNS, type ListedPhoto } from '../albums/photoQueries.ts';
import { FILES_ALBUM, FILES_NAME } from '../store/removalNoteQueries.ts';
import type { PhotoAddress } from '../store/photoStore.ts';

interface ContentAddress extends PhotoAddress {
  contentHash: string;
}

export interface CurationQueries {
  /** The other albums that show a photo of this content. */
  albumsAlsoWith(photo: { contentHash: string; albumId: string }): Promise<AlbumName[]>;
  /** The photos of an album that have one of these contents, with the addresses of their files. */
  knownContents(albumId: string, hashes: readonly string[]): Promise<ContentAddress[]>;
  /** Albums whose names have all words, and photos whose caption, file name or album has them, the newest first. */
  search(query: SearchQuery, limit: number): Promise<FoundThings>;
  named: PhotosNamed;
}

export function curationQueries(db: Database): CurationQueries {
  return {
    albumsAlsoWith: (photo) => albumsAlsoWith(db, photo),
    knownContents: (albumId, hashes) => knownContents(db, albumId, hashes),
    search: (query, limit) => search(db, query, limit),
    named: photosNamed(db),
  };
}

function albumsAlsoWith(
  db: Database,
  { contentHash, albumId }: { contentHash: string; albumId: string },
): Promise<AlbumName[]> {
  return db
    .selectFrom('photos')
    .innerJoin('albums', 'albums.id', 'photos.album_id')
    .select(['albums.id', 'albums.name', 'albums.slug'])
    .where('photos.content_hash', '=', contentHash)
    .where('photos.trashed_at', 'is', null)
    .where('albums.id', '!=', albumId)
    .orderBy('albums.name')
    .execute();
}

function knownContents(db: Database, albumId: string, hashes: readonly string[]): Promise<ContentAddress[]> {
  return db
    .selectFrom('photos')
    .select(['content_hash as contentHash', FILES_ALBUM.as('albumId'), FILES_NAME.as('filename')])
    .where('album_id', '=', albumId)
    .where('content_hash', 'in', [...hashes])
    .where('trashed_at', 'is', null)
    .execute();
}

interface FoundPhoto extends ListedPhoto {
  albumSlug: string;
}

interface FoundThings {
  albums: AlbumName[];
  photos: FoundPhoto[];
}

async function search(db: Database, { words, taken }: SearchQuery, limit: number): Promise<FoundThings> {
  const albums = await db
    .selectFrom('albums')
    .select(['id', 'name', 'slug'])
    .where('trashed_at', 'is', null)
    .orderBy('name')
    .execute();
  const albumsWith = new Map(words.map((word) => [word, albums.filter(({ name }) => foldText(name).includes(word))]));
  const named = taken ? [] : albums.filter((album) => words.every((word) => albumsWith.get(word)?.includes(album)));
  let photos = db
    .selectFrom('photos')
    .innerJoin('albums', 'albums.id', 'photos.album_id')
    .select([...LISTED_COLUMNS, 'albums.slug as albumSlug'])
    .where('photos.trashed_at', 'is', null);
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
