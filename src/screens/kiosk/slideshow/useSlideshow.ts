import { useCallback, useEffect, useReducer, useRef } from 'react';
import type { Photo } from '../../../contract/entities.ts';
import { isSamePhoto } from '../../../domain/albums/samePhoto.ts';
import {
  slideshow,
  startSlideshow,
  waitLeftMs,
  type ClockReading,
  type Slideshow,
} from '../../../domain/slideshow/slideshow.ts';

export interface SlideshowCourse {
  photos: readonly Photo[];
  /** The index of the first photo: the tapped one, or the one at which a tablet continues after a restart. */
  startAt?: number;
  /** Called when a photo is on screen. */
  onSlideShown?: ((photo: Photo) => void) | undefined;
  /** Called when a photo's time is over, before the next is loaded: a reload at this time disturbs nobody. */
  onBetweenSlides?: (() => void) | undefined;
}

interface RunningSlideshow {
  state: Slideshow;
  photo: Photo | undefined;
  next: () => void;
  previous: () => void;
  onShown: (move: number) => void;
  onBroken: (move: number) => void;
}

function now(): ClockReading {
  return { monotonicMs: performance.now(), wallMs: Date.now() };
}

/**
 * The only timer of the slideshow. A hidden page does not move on to the next photo. If the photo's time is over when
 * the page becomes visible again, the slideshow moves on once.
 */
function useTimer(state: Slideshow, onDue: () => void): void {
  const due = useRef(onDue);
  useEffect(() => {
    due.current = onDue;
  }, [onDue]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const cancel = () => clearTimeout(timer);
    const schedule = () => {
      cancel();
      const left = waitLeftMs(state, now());
      if (left === undefined || document.visibilityState === 'hidden') return;
      if (left > 0) timer = setTimeout(schedule, left);
      else due.current();
    };
    schedule();
    document.addEventListener('visibilitychange', schedule);
    window.addEventListener('pageshow', schedule);
    window.addEventListener('focus', schedule);
    return () => {
      cancel();
      document.removeEventListener('visibilitychange', schedule);
      window.removeEventListener('pageshow', schedule);
      window.removeEventListener('focus', schedule);
    };
  }, [state]);
}

export function useSlideshow(course: SlideshowCourse): RunningSlideshow {
  const { photos, startAt = 0, onSlideShown, onBetweenSlides } = course;
  const [state, dispatch] = useReducer(slideshow, undefined, () => startSlideshow(photos.length, startAt));
  const photo = photos[state.index];
  useRecount(photos, state, (index) => dispatch({ type: 'recounted', count: photos.length, index }));

  useTimer(state, () => {
    if (state.phase === 'shown') onBetweenSlides?.();
    dispatch({ type: 'woke', at: now() });
  });

  const next = useCallback(() => dispatch({ type: 'next' }), []);
  const previous = useCallback(() => dispatch({ type: 'previous' }), []);
  const onBroken = useCallback((move: number) => dispatch({ type: 'broken', move, at: now() }), []);
  const onShown = (move: number) => {
    dispatch({ type: 'shown', move, at: now() });
    if (photo && move === state.moves) onSlideShown?.(photo);
  };
  return { state, photo, next, previous, onShown, onBroken };
}

/** Reports photos that were added or removed while the slideshow runs. */
function useRecount(photos: readonly Photo[], state: Slideshow, tell: (index: number | undefined) => void): void {
  const before = useRef(photos);
  useEffect(() => {
    if (before.current === photos) return;
    const current = before.current[state.index];
    before.current = photos;
    const index = photos.findIndex((photo) => isSamePhoto(photo, current));
    tell(index === -1 ? undefined : index);
  });
}
