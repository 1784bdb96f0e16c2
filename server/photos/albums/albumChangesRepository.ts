import type { Transaction, Updateable } from 'kysely';
import type { AlbumChanges } from '#contract/curation/schemas.ts';
import type { VisibleAlbums } from '#server/core/access/access.ts';
import { valuesIn } from '#server/core/db/lists.ts';
import type { Database } from '#server/core/db/open.ts';
import { STATE } from '#server/core/db/photoTables.ts';
import type { PhotoTables } from '#server/core/db/photoTables.ts';
import type { Schema } from '#server/core/db/schema.ts';
import { UserError } from '#server/core/errors.ts';
import { ALBUM_UNKNOWN, type AlbumRow, forgetFormerSlug, livingAlbum, slugLike, withAllBelow } from './albumQueries.ts';

interface AlbumChange {
  albumId: string;
  /** The changes, with everything checked that needs no database. */
  changes: AlbumChanges;
  /** The version that the change was made from; undefined overwrites any. */
  version: number | undefined;
  /** The albums that the person sees. */
  visible: VisibleAlbums;
}

export interface AlbumChangesRepository {
  /**
   * The album after the change; undefined when it has another version by now, unless it already is as the change would
   * make it.
   */
  change(change: AlbumChange): Promise<AlbumRow | undefined>;
}

interface Written {
  columns: Columns;
  visible: VisibleAlbums;
}

type Columns = Partial<Omit<AlbumRow, 'id' | 'version'>>;

export function albumChangesRepository(db: Database): AlbumChangesRepository {
  return {
    change: ({ albumId, changes, version, visible }) =>
      db.transaction().execute(async (transaction) => {
        const album = await livingAlbum(transaction, albumId);
        if (!album) throw new UserError(404, ALBUM_UNKNOWN);
        const columns = await columnsOf(transaction, album, changes);
        // A client that lost the response to a change repeats it, with the version from before.
        if (version !== undefined && version !== album.version) {
          return isSame(album, columns) ? album : undefined;
        }
        return write(transaction, album, { columns, visible });
      }),
  };
}

async function columnsOf(db: Transaction<Schema>, { id }: AlbumRow, changes: AlbumChanges): Promise<Columns> {
  const { name, slug, parentAlbumId, cover, order } = changes;
  const columns: Columns = {};
  if (name !== undefined) columns.name = name;
  if (slug !== undefined) columns.slug = slug;
  if (order !== undefined) columns.photo_order = order;
  if (parentAlbumId !== undefined) columns.parent_id = await checkedParent(db, id, parentAlbumId);
  if (cover !== undefined) columns.cover_photo_id = await idOfCover(db, id, cover);
  return columns;
}

function isSame(album: AlbumRow, columns: Columns): boolean {
  const next: AlbumRow = { ...album, ...columns };
  return (['name', 'slug', 'parent_id', 'photo_order', 'cover_photo_id'] as const).every(
    (column) => next[column] === album[column],
  );
}

async function write(db: Transaction<Schema>, album: AlbumRow, { columns, visible }: Written): Promise<AlbumRow> {
  if (isSame(album, columns)) return album;
  const next = { ...album, ...columns, version: album.version + 1 };
  const isMoved = next.parent_id !== album.parent_id;
  if (next.slug !== album.slug) next.slug = await takeSlug(db, album, { slug: next.slug, visible });
  const row: Updateable<PhotoTables['albums']> = { ...columns, slug: next.slug, version: next.version };
  // A manual position is only valid among the albums of the former parent.
  if (isMoved) row.position = null;
  await db.updateTable('albums').set(row).where('id', '=', album.id).execute();
  return next;
}

/** Returns the slug that the album gets. */
async function takeSlug(
  db: Transaction<Schema>,
  album: AlbumRow,
  wanted: { slug: string; visible: VisibleAlbums },
): Promise<string> {
  const slug = await slugLike(db, wanted.slug, wanted.visible);
  await forgetFormerSlug(db, slug);
  await db.insertInto('former_slugs').values({ slug: album.slug, album_id: album.id }).execute();
  return slug;
}

async function checkedParent(db: Transaction<Schema>, id: string, parentId: string | null): Promise<string | null> {
  if (parentId === null) return null;
  if (!(await livingAlbum(db, parentId))) {
    throw new UserError(400, 'The album to move this one into does not exist (any more)');
  }
  if (!(await withAllBelow(db, id)).includes(parentId)) return parentId;
  throw new UserError(400, 'An album cannot be moved into itself, or into one that is in it');
}

async function idOfCover(db: Transaction<Schema>, id: string, filename: string | null): Promise<number | null> {
  if (filename === null) return null;
  const photos = await db
    .selectFrom('photos')
    .select(['id', 'album_id'])
    .where('filename', '=', filename)
    .where('album_id', 'in', valuesIn(db, await withAllBelow(db, id)))
    .where('state', '=', STATE.shown)
    .orderBy('id')
    .execute();
  // The album's own photo is preferred, because a copy of it in an album below has the same name.
  const photo = photos.find((one) => one.album_id === id) ?? photos[0];
  if (photo) return photo.id;
  throw new UserError(400, 'The cover must be a photo of the album, or of one that is in it');
}
