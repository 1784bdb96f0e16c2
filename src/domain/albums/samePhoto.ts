import type { Photo } from '../../contract/entities.ts';

/** Photos come without an id: album and filename together name one. */
export function isSamePhoto(one: Photo | undefined, other: Photo | undefined): boolean {
  return one !== undefined && one.filename === other?.filename && one.albumSlug === other.albumSlug;
}
