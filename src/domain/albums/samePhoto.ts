import type { Photo } from '../../contract/entities.ts';

/** Its id is not shown (SPEC §3): album and filename name a photo. */
export function isSamePhoto(one: Photo | undefined, other: Photo | undefined): boolean {
  return one !== undefined && one.filename === other?.filename && one.albumSlug === other.albumSlug;
}
