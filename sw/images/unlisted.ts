import { isRecord, textOf } from '#domain/records.ts';
import { photoAt } from '../routes.ts';

/** Names of photos by the slug of their album. */
export type PhotosByAlbum = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * The photos of each album that a list names. An album has two lists, one with the albums below it and one without.
 * Both name all photos of every album that they name at all. An album without photos is not named.
 */
export function photosByAlbum(list: readonly unknown[]): PhotosByAlbum {
  const byAlbum = new Map<string, Set<string>>();
  for (const photo of list) {
    if (!isRecord(photo)) continue;
    const slug = textOf(photo, 'albumSlug');
    const photos = byAlbum.get(slug) ?? new Set();
    byAlbum.set(slug, photos.add(textOf(photo, 'filename')));
  }
  return byAlbum;
}

/** The images, both sizes, of photos that are no longer in their album. Images of other albums are never among them. */
export function unlistedImages(urls: readonly string[], listed: PhotosByAlbum): string[] {
  return urls.filter((url) => {
    const photo = photoAt(new URL(url));
    const photos = photo && listed.get(photo.albumSlug);
    return photo && photos ? !photos.has(photo.filename) : false;
  });
}

interface TreeAlbum {
  id: string;
  slug: string;
}

/** All albums of a tree as it was received, at any depth. */
export function albumsOfTree(tree: readonly unknown[]): TreeAlbum[] {
  const found: TreeAlbum[] = [];
  const waiting = [...tree];
  for (let album = waiting.pop(); album !== undefined; album = waiting.pop()) {
    if (!isRecord(album)) continue;
    found.push({ id: textOf(album, 'id'), slug: textOf(album, 'slug') });
    if (Array.isArray(album.childAlbums)) waiting.push(...album.childAlbums);
  }
  return found;
}
