import type { TabletSettings } from '#contract/tablets/tabletSettings.ts';
import type { Slide } from '../slideshow/slideList.ts';

// The rules of a clip over its still on a wall, without an element, timers or React. The still stands alone first. Then
// the clip has a second to draw a frame, plays once, and the still is there again. Whatever fails is a still.

/** The still stands alone for this long, its fade included: it is the photo. */
export const STILL_FIRST_MS = 1_500;
/** A clip that has drawn no frame by then has not started; one that halts for longer has ended. */
export const START_MS = 1_000;

export type Playing =
  | { state: 'still'; sinceMs: number }
  /** The clip is asked to play, and has drawn nothing yet. */
  | { state: 'starting'; sinceMs: number }
  /** The clip is on screen. `haltedMs`: since when it waits for its next frame. */
  | { state: 'playing'; sinceMs: number; haltedMs?: number }
  /** The still is there for as long as its photo is shown: the clip has played, or failed. */
  | { state: 'over' };

export type PlayingEvent =
  /** A timer has ended. */
  | { type: 'woke'; atMs: number }
  /** A frame of the clip was drawn. */
  | { type: 'drawn'; atMs: number }
  /** The clip has no data for its next frame. */
  | { type: 'halted'; atMs: number }
  /** The clip has reached its end, cannot be played, or nobody can see it any more. */
  | { type: 'ended' };

const OVER: Playing = { state: 'over' };

export function beginPlaying(atMs: number): Playing {
  return { state: 'still', sinceMs: atMs };
}

/** The next state; `clipMs` is the length of the clip. */
export function playing(now: Playing, event: PlayingEvent, clipMs: number): Playing {
  switch (event.type) {
    case 'woke':
      if (dueInMs(now, { atMs: event.atMs, clipMs }) !== 0) return now;
      return now.state === 'still' ? { state: 'starting', sinceMs: event.atMs } : OVER;
    case 'drawn':
      if (now.state === 'playing') return { state: 'playing', sinceMs: now.sinceMs };
      if (now.state !== 'starting') return now;
      return event.atMs - now.sinceMs > START_MS ? OVER : { state: 'playing', sinceMs: event.atMs };
    case 'halted':
      return now.state === 'playing' ? { ...now, haltedMs: now.haltedMs ?? event.atMs } : now;
    case 'ended':
      return OVER;
  }
}

/** The time until the next `woke`; undefined when there is nothing to wait for. */
export function dueInMs(now: Playing, { atMs, clipMs }: { atMs: number; clipMs: number }): number | undefined {
  return now.state === 'over' ? undefined : Math.max(0, stateEndMs(now, clipMs) - atMs);
}

/** The time at which a state ends by itself. */
function stateEndMs(now: Exclude<Playing, { state: 'over' }>, clipMs: number): number {
  switch (now.state) {
    case 'still':
      return now.sinceMs + STILL_FIRST_MS;
    case 'starting':
      return now.sinceMs + START_MS;
    case 'playing':
      return Math.min(now.sinceMs + clipMs, now.haltedMs ?? Infinity) + START_MS;
  }
}

interface Wall extends Pick<TabletSettings, 'clips'> {
  /** Whether the person, or the device, wants less motion. */
  reducesMotion: boolean;
}

/**
 * The time that a slide whose clip plays is shown for at least: its still, and the whole clip. Undefined for slides that
 * stand still; two photos side by side do.
 */
export function leastStayMs([{ clip }, second]: Slide, { clips, reducesMotion }: Wall): number | undefined {
  const plays = clip !== undefined && second === undefined && clips === 'once' && !reducesMotion;
  return plays ? STILL_FIRST_MS + START_MS + clip.seconds * 1_000 : undefined;
}
