import type { Album, MonthSection, Photo, PhotoOrder } from '../../contract/entities.ts';

/** How many photos one call for a part of an album brings. More than any screen shows at once. */
export const PHOTOS_PER_PART = 200;

/** Of an album with more photos than this, its page first requests the outline, and later the rest. */
const LONG_ALBUM_PHOTOS = 500;

/** Headings and a scrubber are of no help in an album that is looked through in a few screens. */
const PHOTOS_WITHOUT_HEADINGS = 200;

export function isLongAlbum({ photoCount = 0 }: Pick<Album, 'photoCount'>): boolean {
  return photoCount > LONG_ALBUM_PHOTOS;
}

/** Whether an album in this order can have sections by month at all. */
export function isByTime(order: PhotoOrder = 'taken'): boolean {
  return order === 'taken' || order === 'newest';
}

/** The sections of the page: none in a short album, nor where all photos are of one month. */
export function shownSections(sections: readonly MonthSection[]): readonly MonthSection[] {
  const count = sections.reduce((sum, section) => sum + section.count, 0);
  return sections.length > 1 && count > PHOTOS_WITHOUT_HEADINGS ? sections : [];
}

export type PartialPhotos = readonly (Photo | undefined)[];

/** A list of which only some photos are known yet, with others put into their places. */
export function withPart(photos: PartialPhotos, from: number, part: readonly Photo[]): PartialPhotos {
  return photos.map((photo, index) => part[index - from] ?? photo);
}

/** The parts, by the index of their first photo, that have a photo missing among these. */
export function missingParts(photos: PartialPhotos, first: number, last: number): number[] {
  const parts: number[] = [];
  const end = Math.min(last, photos.length - 1);
  for (let from = first - (first % PHOTOS_PER_PART); from <= end; from += PHOTOS_PER_PART) {
    const until = Math.min(end + 1, from + PHOTOS_PER_PART);
    for (let index = Math.max(first, from); index < until; index += 1) {
      if (photos[index] !== undefined) continue;
      parts.push(from);
      break;
    }
  }
  return parts;
}
