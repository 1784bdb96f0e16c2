import type { Database } from './open.ts';
import { STATE } from './photoTables.ts';

interface Place {
  albumId: string;
  /** A list of albums, each with all below it; null: all. */
  roots: readonly string[] | null;
}

/**
 * Whether an album is one of the roots or below one, by the database as it is now. An unknown album, or one in the
 * trash, is below none. For many albums at once: server/photos/albums/albumScopes.ts.
 */
export async function isBelowRoots(db: Database, { albumId, roots }: Place): Promise<boolean> {
  if (roots === null) return true;
  const above = await db
    .withRecursive('above', (query) =>
      query
        .selectFrom('albums')
        .select(['albums.id', 'albums.parent_id'])
        .where('albums.id', '=', albumId)
        .where('albums.state', '=', STATE.shown)
        .union((inner) =>
          inner
            .selectFrom('albums')
            .innerJoin('above', 'above.parent_id', 'albums.id')
            .select(['albums.id', 'albums.parent_id'])
            .where('albums.state', '=', STATE.shown),
        ),
    )
    .selectFrom('above')
    .select('above.id')
    .execute();
  return above.some(({ id }) => roots.includes(id));
}
