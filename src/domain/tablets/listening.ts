import { EVENT_COMMENT_MS } from '#contract/kioskEvents.ts';
import { backoff } from '../backoff.ts';

/** A proxy that holds back what the server sends brings no first word: then the tablet asks now and then, as without it. */
export const FIRST_WORD_WITHIN_MS = 10_000;
/** A stream that was silent for so long has no server at its other end any more, though nobody has said so. */
export const SILENT_AFTER_MS = 2.5 * EVENT_COMMENT_MS;
/** A stream that lived so long was none that always breaks: the next attempt comes soon. */
export const STEADY_AFTER_MS = 60_000;

const delayMs = backoff({ firstMs: 4_000, longestMs: 5 * 60_000 });

/**
 * Returns the wait before connecting again after this many failures in a row; `random` is from 0 to 1. It keeps the
 * tablets of a restarted server from coming back in the same second.
 */
export function reconnectDelayMs(failuresInARow: number, random: number): number {
  return delayMs(failuresInARow) * (0.25 + 0.75 * random);
}
