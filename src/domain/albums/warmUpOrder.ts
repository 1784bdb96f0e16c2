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
