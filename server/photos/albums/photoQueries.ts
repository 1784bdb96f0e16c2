import { isoTime } from '#domain/clock/isoTime.ts';
import type { Photo } from '#contract/photos/schemas.ts';
import { shownFocus } from '#domain/photoFocus.ts';
import type { Database } from '#server/core/db/open.ts';
import { STATE } from '#server/core/db/photoTables.ts';
import { companionsIn } from '../store/companionColumn.ts';
import type { Sortable } from './photoOrder.ts';

export interface ListedPhoto extends Sortable, StoredCut {
  id: number;
  albumId: string;
  filename: string;
  caption: string;
  hidden: number;
  takenAt: number | null;
  rotation: number;
  /** The files beside its own, as the row has them. */
  companions: string | null;
  version: number;
}

/** A picture's size, and the point around which it is cropped, as they are stored. */
export type StoredCut = Record<'width' | 'height' | 'rotation', number | null> &
  Record<'focusFound' | 'focusChosen', string | null>;

/** Well below the number of parameters that a statement may have. */
const IDS_PER_QUERY = 500;

export const CUT_COLUMNS = [
  'photos.width',
  'photos.height',
  'photos.rotation',
  'photos.focus_found as focusFound',
  'photos.focus_chosen as focusChosen',
] as const;

export const LISTED_COLUMNS = [
  'photos.id',
  'photos.album_id as albumId',
  'photos.filename',
  'photos.caption',
  'photos.hidden',
  'photos.taken_at as takenAt',
  ...CUT_COLUMNS,
  'photos.companions',
  'photos.version',
  'photos.original_filename as originalFilename',
  'photos.sort_time as sortTime',
  'photos.upload_order as uploadOrder',
  'photos.position',
] as const;

/** The photos of albums, without those in the trash: by album, then by time taken, then by upload. */
export async function photosIn(db: Database, albumIds: readonly string[]): Promise<ListedPhoto[]> {
  const found: ListedPhoto[] = [];
  for (let start = 0; start < albumIds.length; start += IDS_PER_QUERY) {
    const rows = await db
      .selectFrom('photos')
      .select(LISTED_COLUMNS)
      .where('album_id', 'in', albumIds.slice(start, start + IDS_PER_QUERY))
      .where('state', '=', STATE.shown)
      .orderBy('album_id')
      .orderBy('sort_time')
      .orderBy('upload_order')
      .execute();
    for (const row of rows) found.push(row);
  }
  return found;
}

/** The photos of an album, without those in the trash, by time taken and then by upload. */
export function listedIn(db: Database, albumId: string) {
  return db
    .selectFrom('photos')
    .select(LISTED_COLUMNS)
    .where('album_id', '=', albumId)
    .where('state', '=', STATE.shown)
    .orderBy('sort_time')
    .orderBy('upload_order');
}

/** The photos with these ids, by id, without those in the trash. */
export async function photosById(db: Database, ids: readonly number[]): Promise<Map<number, ListedPhoto>> {
  const found = new Map<number, ListedPhoto>();
  for (let start = 0; start < ids.length; start += IDS_PER_QUERY) {
    const rows = await db
      .selectFrom('photos')
      .select(LISTED_COLUMNS)
      .where('photos.id', 'in', ids.slice(start, start + IDS_PER_QUERY))
      .where('state', '=', STATE.shown)
      .execute();
    for (const photo of rows) found.set(photo.id, photo);
  }
  return found;
}

/** One photo of an album; undefined when there is none, or when it is in the trash. */
export function photoIn(
  db: Database,
  { albumId, filename }: { albumId: string; filename: string },
): Promise<ListedPhoto | undefined> {
  return db
    .selectFrom('photos')
    .select(LISTED_COLUMNS)
    .where('album_id', '=', albumId)
    .where('filename', '=', filename)
    .where('state', '=', STATE.shown)
    .executeTakeFirst();
}

/** A photo as the calls send it. */
export function photoOf(row: ListedPhoto, albumSlug: string): Photo {
  const photo: Photo = { filename: row.filename, albumSlug };
  if (row.caption !== '') photo.caption = row.caption;
  if (row.hidden !== 0) photo.hidden = true;
  if (row.takenAt !== null) photo.takenAt = isoTime(row.takenAt);
  Object.assign(photo, cutOf(row));
  for (const [, { fields }] of companionsIn(row.companions)) Object.assign(photo, fields);
  if (row.version > 0) photo.version = row.version;
  return photo;
}

/** The size and focus of a picture, as far as they are known. */
export function cutOf({ width, height, rotation, focusFound, focusChosen }: StoredCut) {
  const focus = focusChosen ?? focusFound;
  return {
    ...(width !== null && height !== null && { width, height }),
    ...(focus !== null && { focus: shownFocus(focus, rotation ?? 0) }),
  };
}

/** The photos with these names, each at the place of its name; undefined where there is none, or in the trash. */
export function photosNamed(db: Database) {
  return async (names: readonly { filename: string; albumSlug: string }[]) => {
    if (names.length === 0) return [];
    const filenames = [...new Set(names.map(({ filename }) => filename))];
    const rows = await db
      .selectFrom('photos')
      .innerJoin('albums', 'albums.id', 'photos.album_id')
      .select([...LISTED_COLUMNS, 'albums.slug as albumSlug'])
      .where('photos.filename', 'in', filenames)
      .where('photos.state', '=', STATE.shown)
      .where('albums.state', '=', STATE.shown)
      .execute();
    const found = new Map(rows.map((row) => [`${row.albumSlug}/${row.filename}`, row]));
    return names.map(({ albumSlug, filename }) => {
      const row = found.get(`${albumSlug}/${filename}`);
      return row && { photo: photoOf(row, row.albumSlug), albumId: row.albumId };
    });
  };
}
