interface InTree {
  id: string;
  parentId: string | null;
}

/**
 * The albums of `roots` with all below them; null: all. An album whose parent may not be seen stands at the top, so
 * that nothing tells of what is above it.
 */
export function visibleOf<Album extends InTree>(albums: readonly Album[], roots: readonly string[] | null): Album[] {
  if (roots === null) return [...albums];
  const parents = new Map(albums.map(({ id, parentId }) => [id, parentId]));
  const visible = albums.filter(({ id }) => isBelow(parents, { albumId: id, roots }));
  const ids = new Set(visible.map(({ id }) => id));
  return visible.map((album) =>
    album.parentId === null || ids.has(album.parentId) ? album : Object.assign({}, album, { parentId: null }),
  );
}

interface Place {
  albumId: string;
  roots: readonly string[];
}

/** Whether the album is one of the roots or below one; an unknown album is below none. */
export function isBelow(parents: ReadonlyMap<string, string | null>, { albumId, roots }: Place): boolean {
  let at: string | null | undefined = albumId;
  for (; at !== null && at !== undefined && parents.has(at); at = parents.get(at)) {
    if (roots.includes(at)) return true;
  }
  return false;
}
