import type { Photo } from '#contract/photos/schemas.ts';
import { imagePath, type PhotoVariant } from '#contract/paths.ts';
import { environment } from '#src/environment.ts';

export function imageUrl(photo: Photo, variant: PhotoVariant): string {
  return environment().baseAssetUrl + imagePath(photo, variant);
}

/** The addresses of a photo's two images. */
export function imagesOf(photo: Photo): { thumbnail: string; medium: string } {
  return { thumbnail: imageUrl(photo, 'thumbnail'), medium: imageUrl(photo, 'medium') };
}
