import { SLIDE_INTERVAL_MS } from '#contract/limits.ts';

// The rules of the slideshow, without timers, images or React. The current photo is loaded; then it is shown, or found
// to be broken. After a while the next photo becomes the current one. Next and Previous change the current photo at
// once, and the waiting time starts anew when that photo is shown.

const PRELOADED_PHOTOS_EACH_SIDE = 2;

/** Two clocks read at once: `monotonicMs` never jumps, but may stop during sleep; `wallMs` is the wall clock. */
export interface ClockReading {
  monotonicMs: number;
  wallMs: number;
}

/** A photo's place: its index in one of the rounds. */
interface Place {
  index: number;
  round: number;
}

export interface Slideshow {
  count: number;
  /** The photo that is on screen or being loaded. */
  index: number;
  /**
   * 'loading': the photo is not on screen yet; 'shown': it is on screen until its time is over; 'broken': it cannot be
   * shown and is about to be skipped.
   */
  phase: 'loading' | 'shown' | 'broken';
  /** When the phase 'shown' or 'broken' began. */
  since: ClockReading | undefined;
  /** Counts the times the slideshow passed its last photo, minus the times it went back past its first. */
  round: number;
  /** The time for which each photo is shown. */
  stayMs: number;
  /** The number of moves so far. It tells each showing of a photo from the next, even if the photo is the same. */
  moves: number;
  /** The number of broken photos in a row. */
  failures: number;
  /** Whether a photo was on screen yet. */
  hasShown: boolean;
  /** Whether the photo on screen stays until the slideshow is resumed. */
  isPaused: boolean;
}

export type SlideshowEvent =
  /** Next, previous and sought end a pause. */
  | { type: 'next' }
  | { type: 'previous' }
  | { type: 'sought'; index: number }
  | { type: 'paused' }
  /** Resumes: the photo's time starts again. */
  | { type: 'resumed'; at: ClockReading }
  /** The photo of this move is on screen, or cannot be loaded. */
  | { type: 'shown'; move: number; at: ClockReading }
  | { type: 'broken'; move: number; at: ClockReading }
  /** The server is in reach again: the pause after a broken photo ends. */
  | { type: 'reconnected' }
  /** The timer has ended, or the page is visible again after the device slept. */
  | { type: 'woke'; at: ClockReading }
  /** The album's photos changed. `index` is the current photo's index among them, undefined if it was removed. */
  | { type: 'recounted'; count: number; index: number | undefined }
  /** The photos have another order now, which starts from its beginning. */
  | { type: 'reordered'; count: number }
  /** Photos are shown for another time from now on, the current one for the whole of it. */
  | { type: 'paced'; stayMs: number; at: ClockReading };

/**
 * A broken photo is skipped after a pause: otherwise an album of broken photos would be an endless loop without pauses.
 */
export const BROKEN_PAUSE_MS = 3_000;
/** Until the first photo is on screen, the wall is dark: those that cannot be loaded are skipped fast. */
const FIRST_PAUSE_MS = 100;
/** The longer pause when no photo of the album could be loaded, since the network is then probably down. */
export const ALL_BROKEN_PAUSE_MS = 30_000;

export function startSlideshow(count: number, startAt = 0, stayMs = SLIDE_INTERVAL_MS): Slideshow {
  const index = wrap(startAt, count);
  const none = { since: undefined, round: 0, moves: 0, failures: 0, hasShown: false, isPaused: false };
  return { count, index, phase: 'loading', stayMs, ...none };
}

export function slideshow(state: Slideshow, event: SlideshowEvent): Slideshow {
  if (event.type === 'recounted') return recount(state, event.count, event.index);
  if (event.type === 'reordered') return move({ ...state, count: event.count, index: 0 }, 0);
  if (event.type === 'paced') {
    return event.stayMs === state.stayMs ? state : { ...state, stayMs: event.stayMs, since: state.since && event.at };
  }
  if (state.count === 0) return state;
  switch (event.type) {
    case 'next':
      return move({ ...state, isPaused: false }, 1);
    case 'previous':
      return move({ ...state, isPaused: false }, -1);
    case 'sought':
      return move({ ...state, index: event.index, isPaused: false }, 0);
    case 'paused':
      return { ...state, isPaused: true };
    case 'resumed':
      return state.isPaused ? { ...state, isPaused: false, since: state.since && event.at } : state;
    case 'shown':
      return event.move === state.moves
        ? { ...state, phase: 'shown', since: event.at, failures: 0, hasShown: true }
        : state;
    case 'broken':
      return event.move === state.moves
        ? { ...state, phase: 'broken', since: event.at, failures: state.failures + 1 }
        : state;
    case 'reconnected':
      return state.phase === 'broken' ? move(state, 1) : state;
    case 'woke':
      return waitLeftMs(state, event.at) === 0 ? move(state, 1) : state;
  }
}

/**
 * Returns the time until the next move; undefined in a pause, and while the photo loads, because its time has not
 * begun.
 */
export function waitLeftMs(state: Slideshow, now: ClockReading): number | undefined {
  // A broken photo is skipped in a pause too.
  if (!state.since || (state.isPaused && state.phase === 'shown')) return undefined;
  // The longer of the two times counts: one clock may have stood still, the other may have been set back.
  const elapsed = Math.max(now.monotonicMs - state.since.monotonicMs, now.wallMs - state.since.wallMs, 0);
  return Math.max(0, waitMs(state) - elapsed);
}

/**
 * Returns the indexes of the photos to preload, the nearest first. In an album that wraps around, two of them may be
 * the same photo.
 */
export function neighbours({ count, index, round }: Pick<Slideshow, 'count' | 'index' | 'round'>): Place[] {
  const distances = Array.from({ length: PRELOADED_PHOTOS_EACH_SIDE }, (_, at) => at + 1);
  return distances.flatMap((distance) =>
    [index + distance, index - distance].map((at) => ({
      index: wrap(at, count),
      round: round + roundsPast(at, count),
    })),
  );
}

function waitMs(state: Slideshow): number {
  if (state.phase === 'shown') return state.stayMs;
  // The rest of one round and the whole next one, which has its own order, contain every photo.
  if (state.failures >= 2 * state.count) return ALL_BROKEN_PAUSE_MS;
  return state.hasShown ? BROKEN_PAUSE_MS : FIRST_PAUSE_MS;
}

function move(state: Slideshow, by: 1 | 0 | -1): Slideshow {
  return {
    ...state,
    index: wrap(state.index + by, state.count),
    round: state.round + roundsPast(state.index + by, state.count),
    phase: 'loading',
    since: undefined,
    moves: state.moves + 1,
  };
}

/** The photo on screen stays. If it was removed from the album, the photo that now has its index is loaded. */
function recount(state: Slideshow, count: number, index: number | undefined): Slideshow {
  if (index !== undefined) return { ...state, count, index };
  return move({ ...state, count, index: Math.min(state.index, Math.max(0, count - 1)) }, 0);
}

/** The number of rounds from the current one to an index; negative if the index is before it. */
function roundsPast(index: number, count: number): number {
  return count === 0 ? 0 : Math.floor(index / count);
}

function wrap(index: number, count: number): number {
  return count === 0 ? 0 : ((index % count) + count) % count;
}
