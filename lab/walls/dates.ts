import type { Apply } from './mishap.ts';
import { pick } from './world/clock.ts';

const MINUTE_MS = 60_000;
const LEAP_MOMENTS = [
  [28, 23, 57],
  [29, 5, 57],
  [29, 22, 57],
  [29, 23, 57],
] as const;
/** The beginning and the end of summer time in Berlin. */
const CHANGES_OF_HOUR = [Date.UTC(2027, 2, 28, 1), Date.UTC(2027, 9, 31, 1)];

/** Mishaps of the device's clock and of the calendar. */
export const DATE_MISHAPS: Record<string, Apply> = {
  'the date is set': ({ clock }, random) => {
    clock.dateMs += Math.round((random() - 0.5) * 400 * 24 * 60) * MINUTE_MS;
    return {};
  },
  'the clock is a little slow, and is set right again and again': ({ clock }, random) => {
    const owner = { isAlive: true };
    const everyMs = 5 * MINUTE_MS;
    clock.set(owner, () => (clock.dateMs += 3_000), { inMs: everyMs, everyMs });
    return { lastsMs: (5 + random() * 60) * MINUTE_MS, undo: () => (owner.isAlive = false) };
  },
  'a leap day': ({ clock }, random) => {
    // By the clock of the wall: before the day, before the night ends and begins on it, and before it ends.
    const [day, hour, minute] = pick(LEAP_MOMENTS, random);
    clock.dateMs += new Date(2028, 1, day, hour, minute).getTime() - clock.now;
    return {};
  },
  'the hour changes': ({ clock }, random) => {
    clock.dateMs += pick(CHANGES_OF_HOUR, random) - 2 * MINUTE_MS - clock.now;
    return {};
  },
  'more seconds since 1970 than 32 bits can count': ({ clock }) => {
    clock.dateMs += 2 ** 31 * 1_000 - 2 * MINUTE_MS - clock.now;
    return {};
  },
};
