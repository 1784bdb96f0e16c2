const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export const NEVER = 'Never';

/** An age in whole units, rounded down. A negative age, from a clock that was set back, counts as 0. */
export function ageText(ageMs: number | null): string {
  if (ageMs === null) return NEVER;
  const age = Math.max(0, ageMs);
  if (age < MINUTE_MS) return ago(Math.floor(age / SECOND_MS), 'second');
  if (age < HOUR_MS) return ago(Math.floor(age / MINUTE_MS), 'minute');
  if (age < DAY_MS) return ago(Math.floor(age / HOUR_MS), 'hour');
  return '> 1 day ago';
}

function ago(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}
