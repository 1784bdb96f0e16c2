import { clipPath } from '#contract/clips/clips.ts';
import type { Photo } from '#contract/photos/schemas.ts';
import { environment } from '#src/environment.ts';

export function clipUrl(photo: Photo): string {
  return environment().baseAssetUrl + clipPath(photo);
}
