import type { QuietHours } from '#contract/alerts/schemas.ts';
import { timeIn } from '#domain/clock/zones.ts';

/** Hours that end before they begin go past midnight; equal ones mean no quiet hours. */
export function isQuietAt(hours: QuietHours | null, nowMs: number): boolean {
  if (!hours) return false;
  const { from, to, zone } = hours;
  const time = timeIn(zone, nowMs);
  return from <= to ? time >= from && time < to : time >= from || time < to;
}
