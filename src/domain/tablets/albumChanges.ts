/** What of an album a tablet shows, in short: two that are equal look the same. By the album's id. */
export type AlbumPrints = ReadonlyMap<string, string>;

/** The albums that are new, gone or different. */
export function changedAlbums(before: AlbumPrints, after: AlbumPrints): string[] {
  const ids = new Set([...before.keys(), ...after.keys()]);
  return [...ids].filter((id) => before.get(id) !== after.get(id));
}
