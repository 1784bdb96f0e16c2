import type { QuietHours } from '#contract/schemas/alerts.ts';

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

export function isTimeOfDay(text: string): boolean {
  return TIME.test(text);
}

export function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** The time of day as `HH:MM` where the zone is. */
function timeIn(zone: string, nowMs: number): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return format.format(nowMs);
}

/** Hours that end before they begin go over midnight; those that end when they begin are none. */
export function isQuietAt(hours: QuietHours | null, nowMs: number): boolean {
  if (!hours) return false;
  const { from, to, zone } = hours;
  const time = timeIn(zone, nowMs);
  return from <= to ? time >= from && time < to : time >= from || time < to;
}
