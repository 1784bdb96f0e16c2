import { SLUG_MAX_CHARACTERS } from '#contract/limits.ts';
import type { VisibleAlbums } from '#server/core/access/access.ts';
import type { Database } from '#server/core/db/open.ts';
import { STATE } from '#server/core/db/photoTables.ts';
import { UserError } from '#server/core/errors.ts';

export const ALBUM_UNKNOWN = 'There is no such album';

export type AlbumRow = NonNullable<Awaited<ReturnType<typeof livingAlbum>>>;

/** The row of an album that is not in the trash. */
export function livingAlbum(db: Database, id: string) {
  return db
    .selectFrom('albums')
    .select(['id', 'name', 'slug', 'parent_id', 'photo_order', 'cover_photo_id', 'version'])
    .where('id', '=', id)
    .where('state', '=', STATE.shown)
    .executeTakeFirst();
}

/** The album's id and those of all below it, without those in the trash. */
export async function withAllBelow(db: Database, id: string): Promise<string[]> {
  const albums = await db.selectFrom('albums').select(['id', 'parent_id']).where('state', '=', STATE.shown).execute();
  const children = Map.groupBy(albums, (album) => album.parent_id);
  const found = [id];
  // The list grows during the loop.
  for (const parent of found) for (const child of children.get(parent) ?? []) found.push(child.id);
  return found;
}

export async function isSlugFree(db: Database, slug: string): Promise<boolean> {
  const taken = await db.selectFrom('albums').select('id').where('slug', '=', slug).executeTakeFirst();
  return taken === undefined;
}

/**
 * The slug that an album gets where somebody wants this one: the same if it is free, one with a number if an album has
 * it that is not visible. Throws where a visible album has it.
 */
export async function slugLike(db: Database, slug: string, visible: VisibleAlbums): Promise<string> {
  const owner = await db.selectFrom('albums').select('id').where('slug', '=', slug).executeTakeFirst();
  if (!owner) return slug;
  if (visible && !visible.has(owner.id)) return numberedSlug(db, slug);
  throw new UserError(409, `An album with the slug "${slug}" already exists`);
}

/** The slug with the lowest number at its end that makes it free, such as name-2. */
export async function numberedSlug(db: Database, slug: string): Promise<string> {
  for (let number = 2; ; number += 1) {
    const ending = `-${number}`;
    const candidate = slug.slice(0, SLUG_MAX_CHARACTERS - ending.length) + ending;
    if (await isSlugFree(db, candidate)) return candidate;
  }
}

/** Call for a slug that an album takes: it no longer leads to the albums that had it before. */
export async function forgetFormerSlug(db: Database, slug: string): Promise<void> {
  await db.deleteFrom('former_slugs').where('slug', '=', slug).execute();
}
