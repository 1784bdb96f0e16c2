import type { Photo } from '#contract/photos/schemas.ts';
import type { PhotoSequence } from '#contract/limits.ts';
import { shuffledRound } from './shuffledRound.ts';
import { neighbours, type Slideshow } from './slideshow.ts';

/** The content of one slide: a photo, or two upright ones side by side. */
export type Slide = readonly [Photo] | readonly [Photo, Photo];

export interface SlideOrder {
  order: PhotoSequence;
  /** Whether two upright photos stand side by side. */
  pairs: boolean;
  /** The calendar day of the tablet, as `dayOf` writes it. */
  today: string;
}

/** The day of a moment in the device's own time, as 'YYYY-MM-DD', which is how `takenAt` begins too. */
export function dayOf(moment: Date): string {
  const parts = [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()];
  return parts.map((part, at) => String(part).padStart(at === 0 ? 4 : 2, '0')).join('-');
}

/** Whether a photo was taken on this calendar day in an earlier year. */
export function isOnThisDay({ takenAt }: Photo, today: string): boolean {
  return takenAt?.slice(4, 10) === today.slice(4, 10) && takenAt < today;
}

/** The number of years since a slide's photos were taken, all on this calendar day of one year; undefined for others. */
export function yearsSince(slide: Slide, today: string): number | undefined {
  const years = new Set(slide.map((photo) => (isOnThisDay(photo, today) ? yearOf(photo.takenAt) : undefined)));
  const [year] = years;
  return years.size === 1 && year !== undefined ? yearOf(today) - year : undefined;
}

function yearOf(day = ''): number {
  return Number(day.slice(0, 4));
}

/** The slides of an album in their order. A shuffled slideshow passes them to `inRound` in each round. */
export function slidesInOrder(photos: readonly Photo[], { order, pairs, today }: SlideOrder): Slide[] {
  const ordered = inSequence(photos, order, today);
  return pairs ? paired(ordered) : ordered.map((photo) => [photo]);
}

function inSequence(photos: readonly Photo[], order: PhotoSequence, today: string): readonly Photo[] {
  if (order === 'newest') return newestFirst(photos);
  if (order !== 'on-this-day') return photos;
  const isFirst = (photo: Photo) => isOnThisDay(photo, today);
  return [...photos.filter(isFirst), ...photos.filter((photo) => !isFirst(photo))];
}

/** Photos without a time come last. Photos of the same time stay in the album's order. */
function newestFirst(photos: readonly Photo[]): Photo[] {
  return [...photos].sort(({ takenAt: a = '' }, { takenAt: b = '' }) => (a === b ? 0 : a < b ? 1 : -1));
}

/** Photos of unknown size are shown alone. */
export function isUpright({ width = Infinity, height = 0 }: Photo): boolean {
  return width < height;
}

function paired(photos: readonly Photo[]): Slide[] {
  const slides: Slide[] = [];
  for (const photo of photos) {
    const [last] = slides.slice(-1);
    const isPair = last?.length === 1 && isUpright(last[0]) && isUpright(photo);
    if (isPair) slides.splice(-1, 1, [last[0], photo]);
    else slides.push([photo]);
  }
  return slides;
}

/** The slides of one round of a shuffled slideshow, each once. */
export function inRound(slides: readonly Slide[], seed: number): readonly Slide[] {
  return shuffledRound(slides, seed, slideName);
}

export function slideName([{ albumSlug, filename }]: Slide): string {
  return `${albumSlug}/${filename}`;
}

/** The index of the slide that shows the photo; -1 when none does. */
export function slideWith(slides: readonly Slide[], photo: Pick<Photo, 'albumSlug' | 'filename'> | undefined): number {
  return slides.findIndex((slide) => slide.some((one) => isSamePhoto(one, photo)));
}

/** The slides to preload: the nearest on each side, each once, never the current one. */
export function slidesAround(
  state: Pick<Slideshow, 'count' | 'index' | 'round'>,
  roundOf: (round: number) => readonly Slide[],
): Slide[] {
  const around = new Set(neighbours(state).map(({ index, round }) => roundOf(round)[index]));
  around.delete(roundOf(state.round)[state.index]);
  return [...around].filter((slide) => slide !== undefined);
}

/** The photos of a slideshow: without the hidden ones, but with the one that somebody tapped to see it. */
export function slidesOf(photos: readonly Photo[], tapped?: Photo): Photo[] {
  return photos.filter((photo) => !photo.hidden || isSamePhoto(photo, tapped));
}

/** Photos have no id: album and filename together identify one. */
export function isSamePhoto(one: Photo | undefined, other: Photo | undefined): boolean {
  return one !== undefined && one.filename === other?.filename && one.albumSlug === other.albumSlug;
}
