import type { Album, MonthSection, Photo } from '#contract/schemas/photos.ts';
import type { PhotoOrder } from '#contract/limits.ts';
import { monthSections, ownTimeZone } from './monthSections.ts';

/** The number of photos in an outline, and in a part of an album. It is more than any screen shows at once. */
export const PHOTOS_PER_PART = 200;

/**
 * The page of an album with more photos than this has sections by month, and does not wait for the list of all photos.
 * Headings and a scrubber are of no help in an album that is looked through in a few screens.
 */
const SHORT_ALBUM_PHOTOS = 200;

export function isLongAlbum({ photoCount = 0 }: Pick<Album, 'photoCount'>): boolean {
  return photoCount > SHORT_ALBUM_PHOTOS;
}

/** Whether an album in this order can have sections by month at all. */
export function isByTime(order: PhotoOrder = 'taken'): boolean {
  return order === 'taken' || order === 'newest';
}

export interface TitledSection {
  /** The month in the reader's language. */
  readonly title: string;
  count: number;
  /** The year as it stands on the scrubber; empty for photos without a time. */
  mark: string;
}

const NO_SECTIONS: readonly TitledSection[] = [];

/** The sections of a page: none in a short album, nor where all photos are of one month. */
export function titledSections(months: readonly MonthSection[]): readonly TitledSection[] {
  const photoCount = months.reduce((sum, { count }) => sum + count, 0);
  if (months.length < 2 || !isLongAlbum({ photoCount })) return NO_SECTIONS;
  const format = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return months.map(({ month, count }) => ({
    // Made when it is read: to format all months of twenty years takes a slow tablet longer than to draw the first screen.
    get title() {
      return month === undefined ? 'Without a date' : format.format(new Date(`${month}-15`));
    },
    count,
    mark: month?.slice(0, 4) ?? '',
  }));
}

/** The sections of a whole list, as the reader's clock has its months. */
export function sectionsOf(photos: readonly Photo[], order?: PhotoOrder): readonly TitledSection[] {
  if (!isByTime(order) || !isLongAlbum({ photoCount: photos.length })) return NO_SECTIONS;
  const times = photos.map(({ takenAt }) => (takenAt === undefined ? undefined : Date.parse(takenAt)));
  return titledSections(monthSections(times, ownTimeZone()));
}
