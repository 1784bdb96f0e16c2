import {
  type ComponentType,
  type Dispatch,
  useCallback,
  useEffect,
  useEffectEvent,
  useReducer,
  useState,
  useRef,
} from 'react';
import type { Photo } from '#contract/photos/schemas.ts';
import type { TabletSettings } from '#contract/tablets/tabletSettings.ts';
import { dayOf, slidesAround, slideWith, type Slide, yearsSince } from '#domain/slideshow/slideList.ts';
import {
  slideshow,
  startSlideshow,
  type Slideshow,
  type SlideshowEvent,
  waitLeftMs,
  type ClockReading,
} from '#domain/slideshow/slideshow.ts';
import { onReconnect } from '#src/shared/offline/connection.ts';
import { useObservable } from '#src/shared/state/observable.ts';
import { useWallDark } from '#src/shared/tablet/dark.ts';
import { useTabletSettings } from '#src/shared/tablet/settings.ts';
import { onSlideshowCommand, pausedOnScreen } from '#src/shared/tablet/slideshowControl.ts';
import { useSlideChanges, useSlides } from './useSlides.ts';

export interface SlideshowCourse {
  photos: readonly Photo[];
  /** The tapped photo, or the one at which a tablet continues after a restart. Without it, the first in the order. */
  beginsWith?: Photo | undefined;
  /** The seed of the shuffled order in which the slideshow was before a restart. */
  seed?: number | undefined;
  /** True for photos that a person looks through: they stay in the album's order, whatever the tablet's is. */
  isInAlbumOrder?: boolean;
  /** The look and timing where there is no tablet; without this, the tablet's settings count. */
  settings?: TabletSettings;
  /** Called when a photo is on screen, with the seed that leads to this order again. */
  onSlideShown?: ((photo: Photo, seed: number) => void) | undefined;
  /** Called when a photo's time is over, before the next is loaded: a reload at this time disturbs nobody. */
  onBetweenSlides?: (() => void) | undefined;
  /** Drawn over the slides that need them, once they are on screen. */
  layers?: readonly SlideLayer[];
}

/** Something that is drawn over the photo of some slides. */
export interface SlideLayer {
  /** The time for which the slide is shown at least; undefined for slides without this layer. */
  leastStayMs: (slide: Slide, settings: TabletSettings) => number | undefined;
  /** Loaded with the first slide that needs it. It is new for each slide on screen. */
  Part: ComponentType<{ photo: Photo; settings: TabletSettings }>;
}

interface RunningSlideshow {
  state: Slideshow;
  slide: Slide | undefined;
  /** The next and the previous slides, to be loaded ahead. */
  around: () => Slide[];
  /** The number of photos before this slide's in its round. */
  photosBefore: number;
  /** The years since it was taken, where photos of this day come first. */
  yearsAgo: number | undefined;
  next: () => void;
  previous: () => void;
  onShown: (move: number) => void;
  onBroken: (move: number) => void;
}

export function useSlideshow(course: SlideshowCourse): RunningSlideshow {
  const { photos, beginsWith, onSlideShown, onBetweenSlides } = course;
  const ofTablet = useTabletSettings();
  const settings = course.settings ?? ofTablet;
  const { order, pairs, secondsPerPhoto, shuffleBy } = settings;
  const isLandscape = useLandscape();
  const [seed] = useState(() => course.seed ?? Math.floor(Math.random() * 2 ** 31));
  const [today, setToday] = useState(() => dayOf(new Date()));
  const list = useSlides(photos, seed, {
    order: course.isInAlbumOrder ? 'album' : order,
    pairs: pairs && isLandscape,
    today,
    shuffleBy,
  });
  const [state, dispatch] = useReducer(slideshow, undefined, () => {
    const slides = list.of(0);
    return startSlideshow(slides.length, Math.max(0, slideWith(slides, beginsWith)), secondsPerPhoto * 1_000);
  });
  const slides = list.of(state.round);
  const slide = slides[state.index];

  useSlideChanges(list, state, dispatch);
  const seek = useEffectEvent((photo: Pick<Photo, 'albumSlug' | 'filename'>) => {
    const index = slideWith(slides, photo);
    if (index !== -1) dispatch({ type: 'sought', index });
  });
  useEffect(
    () =>
      onSlideshowCommand((command) => {
        if (typeof command === 'object') seek(command.show);
        else if (command === 'pause') dispatch({ type: 'paused' });
        else if (command === 'resume') dispatch({ type: 'resumed', at: clockReading() });
        else dispatch({ type: command });
      }),
    [],
  );
  useReportedPause(state.isPaused);
  useCircumstances(stayMsOf(slide, settings, course.layers), dispatch);
  useSlideTimer(state, {
    onDue: () => {
      if (state.phase === 'shown') onBetweenSlides?.();
      dispatch({ type: 'woke', at: clockReading() });
    },
    isPaused: useWallDark(),
  });

  return {
    state,
    slide,
    around: () => slidesAround(state, list.of),
    photosBefore: slides.slice(0, state.index).reduce((sum, { length }) => sum + length, 0),
    yearsAgo: list.order === 'on-this-day' && slide ? yearsSince(slide, today) : undefined,
    next: useCallback(() => dispatch({ type: 'next' }), []),
    previous: useCallback(() => dispatch({ type: 'previous' }), []),
    onShown: (move) => {
      dispatch({ type: 'shown', move, at: clockReading() });
      setToday(dayOf(new Date()));
      if (slide && move === state.moves) onSlideShown?.(slide[0], seed + state.round);
    },
    onBroken: useCallback((move: number) => dispatch({ type: 'broken', move, at: clockReading() }), []),
  };
}

/** The time for which a slide is shown: as set, and as long as its layers need. */
function stayMsOf(slide: Slide | undefined, settings: TabletSettings, layers: SlideshowCourse['layers']): number {
  const leastMs = slide && layers?.map((layer) => layer.leastStayMs(slide, settings) ?? 0);
  return Math.max(settings.secondsPerPhoto * 1_000, ...(leastMs ?? []));
}

/** Notifies the slideshow of another time for each photo, and of a server that is in reach again. */
function useCircumstances(stayMs: number, notify: Dispatch<SlideshowEvent>): void {
  useEffect(() => notify({ type: 'paced', stayMs, at: clockReading() }), [stayMs, notify]);
  useEffect(() => onReconnect(() => notify({ type: 'reconnected' })), [notify]);
}

function useReportedPause(isPaused: boolean): void {
  useEffect(() => {
    pausedOnScreen.set(isPaused);
    return () => pausedOnScreen.set(false);
  }, [isPaused]);
}

/** Created once: Chromium keeps every query that was ever made. Undefined where there is no screen. */
const query = typeof window.matchMedia === 'function' ? window.matchMedia('(orientation: landscape)') : undefined;

function subscribe(listener: () => void): () => void {
  query?.addEventListener('change', listener);
  return () => query?.removeEventListener('change', listener);
}

const landscape = { subscribe, get: () => query?.matches ?? false };

/** Whether the screen is wider than high at the moment. */
function useLandscape(): boolean {
  return useObservable(landscape);
}

function clockReading(): ClockReading {
  return { monotonicMs: performance.now(), wallMs: Date.now() };
}

interface Options {
  onDue: () => void;
  /** True while nobody can see the slides. */
  isPaused: boolean;
}

/**
 * The only timer of the slideshow. A hidden page does not move on to the next photo. If the photo's time is over when
 * the page becomes visible again, the slideshow moves on once.
 */
function useSlideTimer(state: Slideshow, { onDue, isPaused }: Options): void {
  const due = useRef(onDue);
  useEffect(() => {
    due.current = onDue;
  }, [onDue]);

  useEffect(() => {
    if (isPaused) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const cancel = () => clearTimeout(timer);
    const schedule = () => {
      cancel();
      const left = waitLeftMs(state, clockReading());
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
  }, [state, isPaused]);
}
