import type { Database } from '#server/core/db/open.ts';
import { STATE } from '#server/core/db/photoTables.ts';

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

/** Call for a slug that an album takes: it no longer leads to the albums that had it before. */
export async function forgetFormerSlug(db: Database, slug: string): Promise<void> {
  await db.deleteFrom('former_slugs').where('slug', '=', slug).execute();
}
