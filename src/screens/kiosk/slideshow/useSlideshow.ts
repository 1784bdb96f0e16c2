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
  /** Index of the first photo: what was tapped, or where a tablet that rebooted goes on. */
  startAt?: number;
  /** A photo is on screen: the place to remember it for the next start. */
  onSlideShown?: ((photo: Photo) => void) | undefined;
  /** The 90 seconds are over and the next photo has not been asked for: the moment at which a reload disturbs nobody. */
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
 * The one owner of the timer. While the page is hidden nothing moves; what is overdue when it is seen again moves once.
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

/** Photos were added or taken away while the slideshow runs. */
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
