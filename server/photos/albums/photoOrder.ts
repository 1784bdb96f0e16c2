import type { PhotoOrder } from '#contract/limits.ts';
import { WITHOUT_TIME } from '#server/core/db/photoTables.ts';

export interface Sortable {
  originalFilename: string;
  sortTime: number;
  uploadOrder: number;
  position: number | null;
}

/** Sorts numbers by value: 'IMG 2' comes before 'IMG 10'. */
const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

type Compare = (one: Sortable, other: Sortable) => number;

const byTime: Compare = (one, other) => one.sortTime - other.sortTime || one.uploadOrder - other.uploadOrder;

/** The newest first; photos without a time stay last, the latest upload first. */
const byNewest: Compare = (one, other) => {
  const isTimeless = Number(one.sortTime === WITHOUT_TIME) - Number(other.sortTime === WITHOUT_TIME);
  return isTimeless || byTime(other, one);
};

/** Photos that were added since the last arrangement come after the arranged ones, by time. */
const byHand: Compare = (one, other) =>
  (one.position ?? Number.MAX_SAFE_INTEGER) - (other.position ?? Number.MAX_SAFE_INTEGER) || byTime(one, other);

const COMPARISONS: Record<PhotoOrder, Compare> = {
  taken: byTime,
  newest: byNewest,
  name: (one, other) => byName.compare(one.originalFilename, other.originalFilename) || byTime(one, other),
  manual: byHand,
};

/** Returns the photos of one album in the order chosen for it. They come from the database sorted by the time taken. */
export function inOrder<Photo extends Sortable>(photos: Photo[], order: PhotoOrder): Photo[] {
  return order === 'taken' ? photos : photos.toSorted(COMPARISONS[order]);
}
