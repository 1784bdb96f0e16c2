const OFFERED = [5, 10, 15, 30, 45, 60, 90, 120, 300, 600, 1_800, 3_600, 86_400];

/** The choices of seconds for a photo, with the tablet's own value among them. */
export function offeredSeconds(own: number): number[] {
  return [...new Set([...OFFERED, own])].sort((one, other) => one - other);
}

const OFFERED_RETURNS = [0, 60, 120, 300, 600, 1_800, 3_600];

/** The choices of seconds after which a tablet goes back, with its own value among them; 0 for never. */
export function offeredReturns(own: number): number[] {
  return [...new Set([...OFFERED_RETURNS, own])].sort((one, other) => one - other);
}

/** '90 seconds', '5 minutes', '1 hour'. */
export function durationText(seconds: number): string {
  if (seconds < 120 && seconds !== 60) return counted(seconds, 'second');
  for (const [unit, length] of UNITS) {
    if (seconds % length === 0) return counted(seconds / length, unit);
  }
  return counted(seconds, 'second');
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
