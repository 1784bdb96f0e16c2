import type { Album } from '#contract/photos/schemas.ts';

/**
 * All albums of a tree, each before those below it: depth first. Without recursion, since a tree of any depth must not
 * overflow an old tablet's stack.
 */
export function* everyAlbum(albums: readonly Album[]): Generator<Album, void> {
  const waiting: Album[] = [];
  pushLastFirst(waiting, albums);
  for (let album = waiting.pop(); album; album = waiting.pop()) {
    yield album;
    pushLastFirst(waiting, album.childAlbums);
  }
}

/** The album that has a slug or, when none has it now, the one that had it before. */
export function findAlbum(albums: readonly Album[], slug: string): Album | undefined {
  let former: Album | undefined;
  for (const album of everyAlbum(albums)) {
    if (album.slug === slug) return album;
    if (!former && album.formerSlugs?.includes(slug)) former = album;
  }
  return former;
}

/** The albums from the top level down to the one above this one. */
export function albumsAbove(albums: readonly Album[], album: Album): Album[] {
  const bySlug = new Map(Array.from(everyAlbum(albums), (one) => [one.slug, one]));
  const above: Album[] = [];
  const parentOf = ({ parentSlug }: Album) => (parentSlug === undefined ? undefined : bySlug.get(parentSlug));
  for (let parent = parentOf(album); parent; parent = parentOf(parent)) above.unshift(parent);
  return above;
}

/** The number of photos in albums and those below them. */
export function photosIn(albums: readonly Album[]): number {
  let sum = 0;
  for (const { photoCount = 0 } of everyAlbum(albums)) sum += photoCount;
  return sum;
}

function pushLastFirst(waiting: Album[], albums: readonly Album[]): void {
  // oxlint-disable-next-line unicorn/no-array-reverse -- a copy; toReversed is missing in the oldest browsers.
  for (const album of [...albums].reverse()) waiting.push(album);
}

/** Albums without a parentSlug are the top level. */
export function topLevelAlbums(albums: readonly Album[]): Album[] {
  return albums.filter((album) => album.parentSlug === undefined);
}
