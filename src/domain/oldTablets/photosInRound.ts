import type { Photo } from '#contract/schemas/photos.ts';
import type { PhotoSequence } from '#contract/limits.ts';
import { inRound, slidesInOrder } from '../slideshow/slideList.ts';

interface Round {
  order: PhotoSequence;
  /** The calendar day of the tablet, as `dayOf` writes it. */
  today: string;
  /** From which all shuffled rounds follow. */
  seed: number;
  round: number;
}

/** The photos of one round in the order of the settings, one by one: as the app's slideshow without pairs. */
export function photosInRound(photos: readonly Photo[], { order, today, seed, round }: Round): Photo[] {
  const slides = slidesInOrder(photos, { order, pairs: false, today });
  const shown = order === 'shuffle' ? inRound(slides, seed + round) : slides;
  return shown.map(([photo]) => photo);
}
