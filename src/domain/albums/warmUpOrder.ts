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

/** The number of photos of a whole library that are stored ahead of its slideshow. They last for days. */
const LIBRARY_PHOTOS_AHEAD = 5_000;

/** The next photos of a slideshow of a whole library, and the slide that it begins with among them. */
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
