import { PRELOADED_PHOTOS_EACH_SIDE, SLIDE_INTERVAL_MS } from '../../contract/limits.ts';

// The slideshow as a person sees it: one photo is wanted on screen; it arrives, or it turns out to be broken; either
// way it stays for a while and the next one is wanted. A move by hand wants another photo at once, and the wait begins
// anew when that one is on screen. Nothing here knows of timers, images or React.

/** Two clocks read at once: the first never jumps but may stop while the device sleeps, the second is the wall clock. */
export interface ClockReading {
  monotonicMs: number;
  wallMs: number;
}

export interface Slideshow {
  count: number;
  /** The photo on screen, or on its way there. */
  index: number;
  /** 'loading' on its way; 'shown' and waiting for its time to pass; 'broken': it cannot be shown and is about to be skipped. */
  phase: 'loading' | 'shown' | 'broken';
  /** When the phase 'shown' or 'broken' began. */
  since: ClockReading | undefined;
  /** Moves so far. It names one stay of one photo, also where a single photo follows itself. */
  moves: number;
  /** Broken photos in a row. */
  failures: number;
}

export type SlideshowEvent =
  | { type: 'next' }
  | { type: 'previous' }
  /** The photo of this move is on screen, or cannot be loaded. */
  | { type: 'shown'; move: number; at: ClockReading }
  | { type: 'broken'; move: number; at: ClockReading }
  /** The timer rang, or somebody looks at the screen again after a sleep. */
  | { type: 'woke'; at: ClockReading }
  /** The album changed under the running slideshow; `index` is where the current photo is now, if it still is. */
  | { type: 'recounted'; count: number; index: number | undefined };

/** A broken photo is skipped after a pause, so that an album of broken photos is not a tight loop. */
export const BROKEN_PAUSE_MS = 3_000;
/** When not one photo of the album could be loaded, the network is gone: ask again now and then. */
export const ALL_BROKEN_PAUSE_MS = 30_000;

export function startSlideshow(count: number, startAt = 0): Slideshow {
  return { count, index: wrap(startAt, count), phase: 'loading', since: undefined, moves: 0, failures: 0 };
}

export function slideshow(state: Slideshow, event: SlideshowEvent): Slideshow {
  if (event.type === 'recounted') return recount(state, event.count, event.index);
  if (state.count === 0) return state;
  switch (event.type) {
    case 'next':
      return move(state, 1);
    case 'previous':
      return move(state, -1);
    case 'shown':
      return event.move === state.moves ? { ...state, phase: 'shown', since: event.at, failures: 0 } : state;
    case 'broken':
      return event.move === state.moves
        ? { ...state, phase: 'broken', since: event.at, failures: state.failures + 1 }
        : state;
    case 'woke':
      return waitLeftMs(state, event.at) === 0 ? move(state, 1) : state;
  }
}

/** How long until the next move; undefined while the photo is on its way and the wait has not begun. */
export function waitLeftMs(state: Slideshow, now: ClockReading): number | undefined {
  if (!state.since) return undefined;
  // The longer of the two: one clock may have stood still, the other may have been set back.
  const elapsed = Math.max(now.monotonicMs - state.since.monotonicMs, now.wallMs - state.since.wallMs, 0);
  return Math.max(0, stayMs(state) - elapsed);
}

/** The photos to have at hand: the nearest on each side, each once, never the current one. */
export function neighbours({ count, index }: Pick<Slideshow, 'count' | 'index'>): number[] {
  const found = new Set<number>();
  for (let distance = 1; distance <= PRELOADED_PHOTOS_EACH_SIDE; distance += 1) {
    found.add(wrap(index + distance, count));
    found.add(wrap(index - distance, count));
  }
  found.delete(index);
  return [...found];
}

function stayMs(state: Slideshow): number {
  if (state.phase === 'shown') return SLIDE_INTERVAL_MS;
  return state.failures < state.count ? BROKEN_PAUSE_MS : ALL_BROKEN_PAUSE_MS;
}

function move(state: Slideshow, by: 1 | 0 | -1): Slideshow {
  return {
    ...state,
    index: wrap(state.index + by, state.count),
    phase: 'loading',
    since: undefined,
    moves: state.moves + 1,
  };
}

/** The photo on screen stays there, unless it is gone: then the one that took its place comes. */
function recount(state: Slideshow, count: number, index: number | undefined): Slideshow {
  if (index !== undefined) return { ...state, count, index };
  return move({ ...state, count, index: Math.min(state.index, Math.max(0, count - 1)) }, 0);
}

function wrap(index: number, count: number): number {
  return count === 0 ? 0 : ((index % count) + count) % count;
}
