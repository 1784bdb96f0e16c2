/** The heartbeats and readings of a node in a stretch of time. */
export interface Tally {
  heartbeats: number;
  /** The number of brightness readings. */
  readings: number;
  /** The smallest and largest reading; null when there are none. */
  mean: number | null;
  low: number | null;
  high: number | null;
}

export const EMPTY_TALLY: Readonly<Tally> = { heartbeats: 0, readings: 0, mean: null, low: null, high: null };

/** A reading with or without a heartbeat, or a heartbeat alone. */
export function tallyOf(heartbeats: number, brightness?: number): Tally {
  if (brightness === undefined) return { ...EMPTY_TALLY, heartbeats };
  return { heartbeats, readings: 1, mean: brightness, low: brightness, high: brightness };
}

/** Adds `more` to `tally`, in place: thousands of heartbeats arrive in a second. */
export function addTo(tally: Tally, more: Readonly<Tally>): void {
  tally.heartbeats += more.heartbeats;
  if (more.readings === 0 || more.mean === null || more.low === null || more.high === null) return;
  const readings = tally.readings + more.readings;
  const before = tally.mean ?? more.mean;
  // Not the sum divided by the count: the sum of great readings has no number.
  tally.mean = before + (more.mean - before) * (more.readings / readings);
  tally.low = Math.min(tally.low ?? more.low, more.low);
  tally.high = Math.max(tally.high ?? more.high, more.high);
  tally.readings = readings;
}

export function sumOf(tallies: readonly Readonly<Tally>[]): Tally {
  const sum = { ...EMPTY_TALLY };
  for (const tally of tallies) addTo(sum, tally);
  return sum;
}
