import { isoTime } from '#domain/clock/isoTime.ts';
import { sql } from 'kysely';
import type { TrashedAlbum, TrashedPhoto, TrashEntry } from '#contract/trash/schemas.ts';
import type { VisibleAlbums } from '#server/core/access/access.ts';
import type { Database } from '#server/core/db/open.ts';
import { STATE } from '#server/core/db/photoTables.ts';
import { TRASH } from '#server/core/limits.ts';
import { CUT_COLUMNS, cutOf, type StoredCut } from '../albums/photoQueries.ts';
import type { PhotoAddress } from '../store/photoStore.ts';
import { FILES_ALBUM, FILES_NAME } from '../store/fileQueries.ts';
import { areInScope, ofVisibleAlbum } from './trashScopeQueries.ts';
import { parseTrashIds, trashIdOfAlbum, trashIdOfPhoto } from './trashIds.ts';

/** The start of a page of the list: after this entry, which may have been removed meanwhile. */
export interface TrashCursor {
  at: number;
  id: string;
}

/** A page of the trash, the newest deletion first. Albums come before photos that were deleted at the same time. */
export async function trashList(
  db: Database,
  { after, storedMs, visible }: { after: TrashCursor | undefined; storedMs: number; visible: VisibleAlbums },
): Promise<TrashEntry[]> {
  const albums = (await trashedAlbums(db, after, visible)).map((row) => ({
    trashedAt: row.trashedAt,
    entry: albumEntry(row, storedMs),
  }));
  const photos = (await trashedPhotos(db, after, visible)).map((row) => ({
    trashedAt: row.trashedAt,
    entry: photoEntry(row, storedMs),
  }));
  const newestFirst = [...albums, ...photos].toSorted((one, other) => other.trashedAt - one.trashedAt);
  return newestFirst.slice(0, TRASH.page).map(({ entry }) => entry);
}

interface TrashedRow extends StoredCut {
  trashedAt: number;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
}

function commonFields({ trashedAt, firstName, lastName, email, ...cut }: TrashedRow, storedMs: number) {
  const who = `${firstName ?? ''} ${lastName ?? ''}`.trim() || email;
  return {
    trashedAt: isoTime(trashedAt),
    until: isoTime(trashedAt + storedMs),
    ...(who !== null && { trashedBy: who }),
    ...cutOf(cut),
  };
}

type PhotoRow = TrashedRow & { id: number; name: string; caption: string; albumName: string };

function photoEntry(row: PhotoRow, storedMs: number): TrashedPhoto {
  const { id, name, albumName, caption } = row;
  const fields = { id: trashIdOfPhoto(id), kind: 'photo' as const, name, albumName, ...commonFields(row, storedMs) };
  return caption === '' ? fields : { ...fields, caption };
}

type AlbumRow = TrashedRow & { id: string; name: string; albums: number; photos: number };

function albumEntry(row: AlbumRow, storedMs: number): TrashedAlbum {
  const { id, name, albums, photos } = row;
  return { id: trashIdOfAlbum(id), kind: 'album', name, albums, photos, ...commonFields(row, storedMs) };
}

const PERSON = ['users.first_name as firstName', 'users.last_name as lastName', 'users.email'] as const;

/**
 * The id of an album's cover: the chosen photo, else the first one of the album itself, else the first one below it.
 */
const PICTURE_OF_ALBUM = sql<number>`(select inside.id from photos as inside
  where inside.trashed_at = albums.trashed_at and inside.trashed_with = albums.id
  order by inside.id is not distinct from albums.cover_photo_id desc, inside.album_id = albums.id desc,
    inside.sort_time, inside.upload_order limit 1)`;

function trashedPhotos(db: Database, after: TrashCursor | undefined, visible: VisibleAlbums): Promise<PhotoRow[]> {
  let query = db
    .selectFrom('photos')
    .innerJoin('albums', 'albums.id', 'photos.album_id')
    .leftJoin('users', 'users.id', 'photos.trashed_by')
    .select(['photos.id', 'photos.original_filename as name', 'photos.caption', 'albums.name as albumName'])
    .select([...PERSON, ...CUT_COLUMNS, sql<number>`photos.trashed_at`.as('trashedAt')])
    .where('photos.state', '=', STATE.trashed)
    // True of all of them; the index of the trash serves only a statement that says so.
    .where('photos.trashed_at', 'is not', null)
    .where('photos.trashed_with', 'is', null)
    .where('albums.state', '!=', STATE.gone)
    .where(ofVisibleAlbum(db, visible));
  if (after) {
    const [id = Number.MAX_SAFE_INTEGER] = parseTrashIds([after.id]).photos;
    query = query.where(sql<boolean>`(photos.trashed_at, photos.id) < (${after.at}, ${id})`);
  }
  return query.orderBy('photos.trashed_at', 'desc').orderBy('photos.id', 'desc').limit(TRASH.page).execute();
}

function trashedAlbums(db: Database, after: TrashCursor | undefined, visible: VisibleAlbums): Promise<AlbumRow[]> {
  let query = db
    .selectFrom('albums')
    .leftJoin('users', 'users.id', 'albums.trashed_by')
    .leftJoin('photos', (join) => join.on('photos.id', '=', PICTURE_OF_ALBUM))
    .select(['albums.id', 'albums.name', ...PERSON, ...CUT_COLUMNS, sql<number>`albums.trashed_at`.as('trashedAt')])
    .select(sql<number>`(select count(*) - 1 from albums as other where other.trashed_with = albums.id)`.as('albums'))
    .select(
      sql<number>`(select count(*) from photos as inside
        where inside.trashed_at = albums.trashed_at and inside.trashed_with = albums.id)`.as('photos'),
    )
    .whereRef('albums.trashed_with', '=', 'albums.id')
    .where(ofVisibleAlbum(db, visible));
  if (after) {
    // Photos come after the albums that were deleted at the same time.
    const [id = ''] = parseTrashIds([after.id]).albums;
    query = query.where(sql<boolean>`(albums.trashed_at, albums.id) < (${after.at}, ${id})`);
  }
  return query.orderBy('albums.trashed_at', 'desc').orderBy('albums.id', 'desc').limit(TRASH.page).execute();
}

/**
 * The files of the picture that stands for an entry of the trash, or of a waiting photo, in a visible album; undefined
 * when there is none.
 */
export async function filesOfTrashed(
  db: Database,
  trashId: string,
  visible: VisibleAlbums,
): Promise<PhotoAddress | undefined> {
  if (!(await areInScope(db, parseTrashIds([trashId]), visible))) return undefined;
  const { photos, albums } = parseTrashIds([trashId]);
  const [photoId] = photos;
  if (photoId !== undefined) return filesOf(db).where('photos.id', '=', photoId).executeTakeFirst();
  const [albumId] = albums;
  return albumId === undefined ? undefined : pictureOfAlbum(db, albumId);
}

async function pictureOfAlbum(db: Database, albumId: string): Promise<PhotoAddress | undefined> {
  const album = db.selectFrom('albums').select(PICTURE_OF_ALBUM.as('id')).where('albums.trashed_with', '=', albumId);
  return filesOf(db)
    .where('photos.id', '=', album.where('albums.id', '=', albumId))
    .executeTakeFirst();
}

function filesOf(db: Database) {
  return db
    .selectFrom('photos')
    .select([FILES_ALBUM.as('albumId'), FILES_NAME.as('filename')])
    .where('photos.state', 'in', [STATE.trashed, STATE.waiting]);
}
