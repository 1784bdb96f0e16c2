import type { Photo } from '#contract/entities.ts';
import { imagePath, type PhotoVariant } from '#contract/paths.ts';
import { environment } from '../environment.ts';

export function imageUrl(photo: Photo, variant: PhotoVariant): string {
  return environment().baseAssetUrl + imagePath(photo, variant);
}
