import type { Album } from '#contract/photos/schemas.ts';
import { everyAlbum } from './albumTree.ts';

/**
 * Limits of the photos stored for times without a network, in addition to the album on screen. They matter for a huge
 * library.
 */
export const CACHED_AT_MOST = { albums: 500, photos: 10_000 } as const;

/** The number of an album's own photos that have to work without a network, and the number not stored yet. */
export interface CachedAlbum {
  photos: number;
  missing: number;
}

/** Each album by its id; an album that is not there has not been looked at yet. */
export type CachedAlbums = ReadonlyMap<string, CachedAlbum>;

/**
 * The order in which albums are stored: first the album that the tablet starts with, and all below it, then the rest in
 * the order of the tablet's list.
 */
export function keepOrder(albums: readonly Album[], startsWithAlbumId: string | null): Album[] {
  const all = [...everyAlbum(albums)];
  const start = all.find(({ id }) => id === startsWithAlbumId);
  const first = start ? [...everyAlbum([start])] : [];
  const isFirst = new Set(first.map(({ id }) => id));
  return [...first, ...all.filter(({ id }) => !isFirst.has(id))].slice(0, CACHED_AT_MOST.albums);
}

/** `partly`: some of its photos can be shown without a network; `unknown`: not checked yet. */
export type CachedState = 'kept' | 'partly' | 'missing' | 'unknown';

/** The part of an album, with all below it, that can be shown without a network. */
export function cachedState(album: Album, kept: CachedAlbums): CachedState {
  let photos = 0;
  let missing = 0;
  for (const { id } of everyAlbum([album])) {
    const one = kept.get(id);
    if (!one) return 'unknown';
    photos += one.photos;
    missing += one.missing;
  }
  if (missing === 0) return 'kept';
  return missing < photos ? 'partly' : 'missing';
}

/** The two images of one photo. */
export interface PhotoImages {
  thumbnail: string;
  medium: string;
}

export type WarmUpScreen = { kind: 'grid' } | { kind: 'slideshow'; at: number };

/**
 * The order in which an album's images are stored for offline use: those that the screen needs next come first. A grid
 * shows thumbnails. A slideshow continues from its current photo, and its background is made from the thumbnail.
 */
export function warmUpOrder(photos: readonly PhotoImages[], screen: WarmUpScreen): string[] {
  if (screen.kind === 'grid')
    return [...photos.map((photo) => photo.thumbnail), ...photos.map((photo) => photo.medium)];
  const turned = [...photos.slice(screen.at), ...photos.slice(0, screen.at)];
  return turned.flatMap((photo) => [photo.medium, photo.thumbnail]);
}

/** The number of photos that are stored ahead of a slideshow of the whole library: enough for days. */
const LIBRARY_PHOTOS_AHEAD = 5_000;

/** The next photos of a slideshow of a whole library, starting with the present slide. */
export function nextPhotos<Item>(
  photos: readonly Item[],
  screen: WarmUpScreen,
  atMost = LIBRARY_PHOTOS_AHEAD,
): { photos: readonly Item[]; screen: WarmUpScreen } {
  if (photos.length <= atMost) return { photos, screen };
  const from = screen.kind === 'slideshow' ? screen.at : 0;
  const next = [...photos.slice(from), ...photos.slice(0, from)].slice(0, atMost);
  return { photos: next, screen: { kind: 'slideshow', at: 0 } };
}
