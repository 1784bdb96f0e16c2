import type { Photo } from '#contract/schemas/photos.ts';

/** Photos have no id: album and filename together identify one. */
export function isSamePhoto(one: Photo | undefined, other: Photo | undefined): boolean {
  return one !== undefined && one.filename === other?.filename && one.albumSlug === other.albumSlug;
}
