import type { NightSettings } from '#contract/schemas/tabletSettings.ts';
import { isNight } from './night.ts';

/**
 * The number of days of night hours that are stored for starts without a network. After that the first frame of a start
 * at night is bright again.
 */
const DAYS = 60;
const DAY_MS = 86_400_000;
const STEP_MS = 15 * 60_000;
const MINUTE_MS = 60_000;

/**
 * The moments, in milliseconds, at which the nights to come begin and end by turns; a night that has begun is the first.
 * So the first frame, which has no code for the sun, knows that it is night when an odd number of them have passed.
 */
export function nightEdges(night: NightSettings, now: number): number[] {
  const isDarkAt = (time: number) => isNight(night, new Date(time));
  const edges = isDarkAt(now) ? [now] : [];
  for (let time = now; time < now + DAYS * DAY_MS; time += STEP_MS) {
    if (isDarkAt(time) === isDarkAt(time + STEP_MS)) continue;
    let [before, after] = [time, time + STEP_MS];
    while (after - before > MINUTE_MS) {
      const middle = (before + after) / 2;
      if (isDarkAt(middle) === isDarkAt(before)) before = middle;
      else after = middle;
    }
    edges.push(Math.round(after));
  }
  return edges;
}
