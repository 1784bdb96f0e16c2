import type { NightSettings } from '#contract/schemas/tabletSettings.ts';
import { SUNSET_DEGREES, sunElevation } from './sun.ts';

/** The time for which the wall is shown after a touch in the night. */
export const AWAKE_MS = 2 * 60_000;

/**
 * Whether it is night at a moment. The wall clock alone decides, and nothing is counted: so it does not matter whether
 * the device was off, its clock was set, or the hour changed in between.
 */
export function isNight(night: NightSettings, now: Date): boolean {
  if (night.by === 'sun') return sunElevation(now.getTime(), night) < SUNSET_DEGREES;
  const minute = now.getHours() * 60 + now.getMinutes();
  const [from, to] = [minuteOf(night.from), minuteOf(night.to)];
  // From a time to the same time is no night at all: a wall that is always dark is of no use.
  return from <= to ? minute >= from && minute < to : minute >= from || minute < to;
}

function minuteOf(timeOfDay: string): number {
  const [hours = 0, minutes = 0] = timeOfDay.split(':').map(Number);
  return hours * 60 + minutes;
}

interface Moment {
  now: Date;
  /** Undefined when nobody touched the device since its page was loaded. */
  sinceTouchMs: number | undefined;
}

/** Whether the tablet is dark: in the night, unless somebody touched it a moment ago. */
export function isDark(night: NightSettings, { now, sinceTouchMs }: Moment): boolean {
  return (sinceTouchMs === undefined || sinceTouchMs >= AWAKE_MS) && isNight(night, now);
}
