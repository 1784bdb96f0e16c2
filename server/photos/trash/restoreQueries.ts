import { setImmediate } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import { valuesIn } from '#server/core/db/lists.ts';
import type { Database } from '#server/core/db/open.ts';
import { STATE } from '#server/core/db/photoTables.ts';
import type { Schema } from '#server/core/db/schema.ts';
import { UserError } from '#server/core/errors.ts';
import { TRASH } from '#server/core/limits.ts';
import { forgetFormerSlug, isSlugFree, livingAlbum, numberedSlug } from '../albums/albumQueries.ts';
import { removePhotos } from './removalQueries.ts';
import type { TrashIds } from './trashIds.ts';

interface Restored {
  /** The names of the albums that were restored with all that was deleted with them. */
  albums: string[];
  /** The number of photos that were restored one by one, not with their album. */
  photos: number;
  /** The number of entries that had been restored before: a client that got no response repeats its request. */
  before: number;
}

const SHOWN = { state: 'shown', trashed_at: null, trashed_with: null, trashed_by: null } as const;

/**
 * Restores entries of the trash: all, or none when one cannot be restored. Entries that are no longer there are left
 * out.
 */
export function restore(db: Database, { albums: albumIds, photos: photoIds }: TrashIds): Promise<Restored> {
  return db.transaction().execute(async (transaction) => {
    const before = await countLiving(transaction, { albums: albumIds, photos: photoIds });
    const roots: Root[] = [];
    for (const id of albumIds) roots.push(...(await reviveAlbum(transaction, id)));
    // Only when all albums are restored it is known whether an album's parent is there.
    for (const root of roots) await returnToParent(transaction, root);
    const photos = await restorePhotos(transaction, photoIds, 'trashed');
    return { albums: roots.map(({ name }) => name), photos, before };
  });
}

async function countLiving(db: Transaction<Schema>, { albums, photos }: TrashIds): Promise<number> {
  let count = 0;
  for (const [table, ids] of [
    ['albums', albums],
    ['photos', photos],
  ] as const) {
    const { living } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll().as('living'))
      .where('id', 'in', valuesIn<string | number>(db, ids))
      .where('state', '=', STATE.shown)
      .executeTakeFirstOrThrow();
    count += Number(living);
  }
  return count;
}

interface Root {
  id: string;
  name: string;
  parentId: string | null;
  at: number;
}

async function reviveAlbum(db: Transaction<Schema>, id: string): Promise<Root[]> {
  const root = await db
    .selectFrom('albums')
    .select(['id', 'name', 'parent_id as parentId', sql<number>`trashed_at`.as('at')])
    .where('id', '=', id)
    .where('trashed_with', '=', id)
    .executeTakeFirst();
  if (!root) return [];
  const albums = await db
    .selectFrom('albums')
    .select(['id', 'version', sql<string>`coalesce(trashed_slug, id)`.as('slug')])
    .where('trashed_with', '=', id)
    .orderBy('id')
    .execute();
  await db.updateTable('albums').set(SHOWN).where('trashed_with', '=', id).execute();
  await returnSlugs(db, albums);
  await revivePhotosOf(db, root);
  return [root];
}

interface Slugged {
  id: string;
  slug: string;
  version: number;
}

/**
 * Albums whose slug is free get it back first. The others then get a number at the end, such as name-2: if they came
 * first, they could take the free slug of another album.
 */
async function returnSlugs(db: Transaction<Schema>, albums: readonly Slugged[]): Promise<void> {
  const others: Slugged[] = [];
  for (const album of albums) {
    if (await isSlugFree(db, album.slug)) await takeSlug(db, album.id, { slug: album.slug });
    else others.push(album);
  }
  for (const { id, slug, version } of others) {
    await takeSlug(db, id, { slug: await numberedSlug(db, slug), version: version + 1 });
  }
}

async function takeSlug(
  db: Transaction<Schema>,
  id: string,
  columns: { slug: string; version?: number },
): Promise<void> {
  await forgetFormerSlug(db, columns.slug);
  await db
    .updateTable('albums')
    .set({ ...columns, trashed_slug: null })
    .where('id', '=', id)
    .execute();
}

async function revivePhotosOf(db: Transaction<Schema>, { id, at }: Root): Promise<void> {
  for (;;) {
    const some = db
      .selectFrom('photos')
      .select('id')
      .where('trashed_at', '=', at)
      .where('trashed_with', '=', id)
      .limit(TRASH.rowsPerStatement);
    const { numUpdatedRows } = await db
      .updateTable('photos')
      .set(SHOWN)
      .where('id', 'in', some)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return;
    await setImmediate();
  }
}

async function returnToParent(db: Transaction<Schema>, { id, parentId }: Root): Promise<void> {
  if (parentId === null || (await livingAlbum(db, parentId))) return;
  await db
    .updateTable('albums')
    .set({ parent_id: null, position: null, version: sql`version + 1` })
    .where('id', '=', id)
    .execute();
}

/** Shows photos that were deleted by themselves, or that wait. Those that their album has again are deleted for good. */
export async function restorePhotos(
  db: Transaction<Schema>,
  ids: readonly number[],
  from: 'trashed' | 'waiting',
): Promise<number> {
  const photos = await photosToRestore(db, ids, from);
  const stranded = photos.find(({ albumState }) => albumState !== 'shown');
  if (stranded) {
    throw new UserError(
      409,
      `The album “${stranded.albumName}” of “${stranded.name}” is in the trash too: restore the album first`,
    );
  }
  const back: number[] = [];
  const superfluous: number[] = [];
  const seen = new Set<string>();
  for (const { id, albumId, filename, contentHash, isThereAgain } of photos) {
    const keys = [`${albumId} ${filename}`, `${albumId} ${contentHash}`];
    const isTwice = keys.some((key) => seen.has(key));
    for (const key of keys) seen.add(key);
    (isThereAgain || isTwice ? superfluous : back).push(id);
  }
  await removePhotos(db, superfluous);
  await db.updateTable('photos').set(SHOWN).where('id', 'in', valuesIn(db, back)).execute();
  return photos.length;
}

/** The latest upload comes first: of two equal photos only the first one is restored. */
function photosToRestore(db: Transaction<Schema>, ids: readonly number[], from: 'trashed' | 'waiting') {
  return db
    .selectFrom('photos')
    .innerJoin('albums', 'albums.id', 'photos.album_id')
    .select(['photos.id', 'photos.album_id as albumId', 'photos.filename', 'photos.content_hash as contentHash'])
    .select(['photos.original_filename as name', 'albums.name as albumName', 'albums.state as albumState'])
    .select(
      sql<number>`exists (select 1 from photos as other where other.album_id = photos.album_id
        and other.state = 'shown'
        and (other.content_hash = photos.content_hash or other.filename = photos.filename))`.as('isThereAgain'),
    )
    .where('photos.id', 'in', valuesIn(db, ids))
    .where('photos.state', '=', STATE[from])
    .where('photos.trashed_with', 'is', null)
    .orderBy('photos.id', 'desc')
    .execute();
}
