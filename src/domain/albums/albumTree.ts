import type { Album } from '../../contract/entities.ts';

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

export function findAlbum(albums: readonly Album[], slug: string): Album | undefined {
  for (const album of everyAlbum(albums)) if (album.slug === slug) return album;
  return undefined;
}

function pushLastFirst(waiting: Album[], albums: readonly Album[]): void {
  // oxlint-disable-next-line unicorn/no-array-reverse -- a copy; toReversed is missing in the oldest browsers.
  for (const album of [...albums].reverse()) waiting.push(album);
}

/** Albums without a parentSlug are the top level. */
export function topLevelAlbums(albums: readonly Album[]): Album[] {
  return albums.filter((album) => album.parentSlug === undefined);
}

/** The line under an album's name; undefined without sub-albums. The plural is used for one as well: '1 sub-albums'. */
export function subAlbumsText(album: Album): string | undefined {
  return album.childAlbums.length > 0 ? `${album.childAlbums.length} sub-albums` : undefined;
}
