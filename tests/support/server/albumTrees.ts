import type { Album } from '#contract/photos/schemas.ts';

/** All albums of a list, with those below them. */
export function allAlbums(albums: readonly Album[]): Album[] {
  return albums.flatMap((album) => [album, ...allAlbums(album.childAlbums)]);
}

export function findAlbumById(albums: readonly Album[], id: string): Album | undefined {
  return allAlbums(albums).find((album) => album.id === id);
}
