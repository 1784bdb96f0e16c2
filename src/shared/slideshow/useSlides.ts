import { useMemo, useState, type Dispatch } from 'react';
import type { Photo } from '#contract/photos/schemas.ts';
import type { TabletSettings } from '#contract/tablets/tabletSettings.ts';
import { fairRounds } from '#domain/slideshow/fairRounds.ts';
import {
  inRound,
  isOnThisDay,
  slidesInOrder,
  slideWith,
  type Slide,
  type SlideOrder,
} from '#domain/slideshow/slideList.ts';
import type { Slideshow, SlideshowEvent } from '#domain/slideshow/slideshow.ts';

/** The number of stored rounds: the one on screen, and those before and after it, whose photos are loaded ahead. */
const MAX_CACHED_ROUNDS = 3;

interface SlideList extends SlideOrder {
  /** The slides of a round. */
  of: (round: number) => readonly Slide[];
}

type ShuffledBy = Pick<TabletSettings, 'shuffleBy'>;

/** The slides of the photos in the chosen order. The list is a new object only if its slides may have changed. */
export function useSlides(photos: readonly Photo[], seed: number, how: SlideOrder & ShuffledBy): SlideList {
  const { order, pairs, today, shuffleBy } = how;
  const dayOfOrder = order === 'on-this-day' ? today : '';
  return useMemo(() => {
    const base = slidesInOrder(photos, { order, pairs, today: dayOfOrder });
    const inFairRound = shuffleBy === 'photos' ? undefined : fairRounds(base, shuffleBy);
    const rounds = new Map<number, readonly Slide[]>();
    const shuffled = (round: number) => {
      const known = rounds.get(round) ?? inFairRound?.(seed + round) ?? inRound(base, seed + round);
      if (rounds.size >= MAX_CACHED_ROUNDS && !rounds.has(round)) rounds.clear();
      rounds.set(round, known);
      return known;
    };
    return { order, pairs, today: dayOfOrder, of: order === 'shuffle' ? shuffled : () => base };
  }, [photos, seed, order, pairs, dayOfOrder, shuffleBy]);
}

/**
 * Updates the slideshow when its photos or their order change. The photo on screen stays; only on a new day with photos
 * of the same day of earlier years these come at once. It does so during the render: after it, the photo at the old
 * index of the new list would be drawn first.
 */
export function useSlideChanges(list: SlideList, state: Slideshow, tell: Dispatch<SlideshowEvent>): void {
  const [was, setWas] = useState(list);
  if (was === list) return;
  setWas(list);
  const slides = list.of(state.round);
  const [first] = slides[0] ?? [];
  if (was.order === list.order && was.today !== list.today && first && isOnThisDay(first, list.today)) {
    tell({ type: 'reordered', count: slides.length });
    return;
  }
  const index = slideWith(slides, was.of(state.round)[state.index]?.[0]);
  tell({ type: 'recounted', count: slides.length, index: index === -1 ? undefined : index });
}
