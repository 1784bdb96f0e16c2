import type { Point } from '../framing.ts';

const THRESHOLD_PX = 50;

/** 'previous' for a swipe to the right, 'next' for one to the left, undefined for a tap, a scroll or a short drag. */
export function swipeDirection(from: Point, to: Point): 'previous' | 'next' | undefined {
  const right = to.x - from.x;
  const down = to.y - from.y;
  if (Math.abs(right) <= THRESHOLD_PX || Math.abs(right) <= Math.abs(down)) return undefined;
  return right > 0 ? 'previous' : 'next';
}

/** A finger is never quite still: up to this movement it is a tap. */
const TAP_SLOP_PX = 10;

export function isTap(from: Point, to: Point): boolean {
  return Math.hypot(to.x - from.x, to.y - from.y) <= TAP_SLOP_PX;
}
