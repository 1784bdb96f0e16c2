import type { Photo } from '#contract/schemas/photos.ts';
import { isSamePhoto } from '../albums/samePhoto.ts';

/** The photos that a slideshow shows: without the hidden ones, but with the one that somebody tapped to see it. */
export function slidesOf(photos: readonly Photo[], tapped?: Photo): Photo[] {
  return photos.filter((photo) => !photo.hidden || isSamePhoto(photo, tapped));
}
