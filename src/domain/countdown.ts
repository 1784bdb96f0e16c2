import { PROGRESS_TICK_MS, SLIDE_INTERVAL_MS } from '../contract/limits.ts';

/** SPEC §4's indicator drops in this many equal steps: 100/900 percent every 100 ms. */
export const COUNTDOWN_STEPS = SLIDE_INTERVAL_MS / PROGRESS_TICK_MS;

/** The percentage left after a photo has been on screen this long: 100 at first, 0 at the end and ever after. */
export function countdownPercent(elapsedMs: number): number {
  const steps = Math.floor(Math.max(0, elapsedMs) / PROGRESS_TICK_MS);
  return Math.max(0, ((COUNTDOWN_STEPS - steps) * 100) / COUNTDOWN_STEPS);
}
