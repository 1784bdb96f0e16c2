import { ACCOUNT_ALBUMS } from '#contract/users/accountAlbums.ts';
import { valuesIn } from '#server/core/db/lists.ts';
import type { Database } from '#server/core/db/open.ts';
import { STATE } from '#server/core/db/photoTables.ts';
import { UserError } from '#server/core/errors.ts';

/** A list of the only albums that somebody sees, each with all below it; null: all. */
export type AlbumList = string[] | null;

interface NamedAlbum {
  id: string;
  name: string;
}

const UNKNOWN = 'One of these albums does not exist (any more)';
const TOO_MANY = `A list may have ${ACCOUNT_ALBUMS.most} albums at most`;

/** The albums with these ids, in this order, without those that were deleted for good. */
async function albumsNamed(db: Database, ids: readonly string[]): Promise<NamedAlbum[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('albums')
    .select(['id', 'name'])
    .where('id', 'in', valuesIn(db, ids))
    .where('state', '!=', STATE.gone)
    .execute();
  const byId = new Map(rows.map((album) => [album.id, album]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** A list without the albums that were deleted for good. An album in the trash stays: it may return. */
export async function livingList(db: Database, list: readonly string[] | null): Promise<AlbumList> {
  return list && (await albumsNamed(db, list)).map(({ id }) => id);
}

/** A list that an admin gives, each album once. Throws for an album that does not exist. */
export async function checkedList(db: Database, list: readonly string[] | null): Promise<AlbumList> {
  if (list === null) return null;
  const ids = [...new Set(list)];
  if (ids.length > ACCOUNT_ALBUMS.most) throw new UserError(400, TOO_MANY);
  if ((await albumsNamed(db, ids)).length < ids.length) throw new UserError(400, UNKNOWN);
  return ids;
}

/** The names of a list's albums, in the order of the list. */
export async function namesIn(db: Database, list: readonly string[] | null): Promise<string[] | null> {
  return list && (await albumsNamed(db, list)).map(({ name }) => name);
}

/** The ids of the albums that the operator names by slugs or ids. Throws when one does not exist. */
export async function idsOfAlbums(db: Database, named: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('albums')
    .select(['id', 'slug'])
    .where('state', '=', STATE.shown)
    .where((of) => of.or([of('slug', 'in', valuesIn(db, named)), of('id', 'in', valuesIn(db, named))]))
    .execute();
  return named.map((name) => {
    const album = rows.find(({ slug }) => slug === name) ?? rows.find(({ id }) => id === name);
    if (album) return album.id;
    throw new UserError(404, `There is no album with the slug or id "${name}"`);
  });
}
