import type { Album } from '../contract/entities.ts';

/** Depth first, without recursion: a tree of any depth must not overflow an old tablet's stack. */
export function findAlbum(albums: readonly Album[], slug: string): Album | undefined {
  const waiting = [...albums].reverse();
  for (let album = waiting.pop(); album; album = waiting.pop()) {
    if (album.slug === slug) return album;
    for (let at = album.childAlbums.length - 1; at >= 0; at -= 1) {
      const child = album.childAlbums[at];
      if (child) waiting.push(child);
    }
  }
  return undefined;
}

/** SPEC §2: the top level is what has no parentSlug. */
export function topLevelAlbums(albums: readonly Album[]): Album[] {
  return albums.filter((album) => album.parentSlug === undefined);
}

/** The line under an album's name; nothing where there are no sub-albums. SPEC's letter for any number, 1 too. */
export function subAlbumsText(album: Album): string | undefined {
  return album.childAlbums.length > 0 ? `${album.childAlbums.length} sub-albums` : undefined;
}
