/**
 * A short form of everything that a tablet shows of each album, by the album's id. Two equal forms look the same on the
 * wall.
 */
export type AlbumPrints = ReadonlyMap<string, string>;

/** The albums that are new, gone or different. */
export function changedAlbums(before: AlbumPrints, after: AlbumPrints): string[] {
  const ids = new Set([...before.keys(), ...after.keys()]);
  return [...ids].filter((id) => before.get(id) !== after.get(id));
}
