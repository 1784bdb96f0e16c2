import { type DayInQuarters, MINUTES_PER_QUARTER, NOT_KNOWN_YET } from '#contract/day/quarters.ts';

/** `unknown`: the server was not running or had never heard the node. `dark`: only for a tablet's wall. */
export type QuarterState = 'unknown' | 'silent' | 'partial' | 'full' | 'dark';

export interface Quarter {
  state: QuarterState;
  /** The share, from 0 to 1, of the server's running minutes in which the node sent something. */
  share: number;
}

/** A node that sends once a minute may be a second late and so miss one of the fifteen minutes, which is no gap. */
const FORGIVEN_MINUTES = 1;

function quarterOf(heard: number, listened: number): Quarter {
  if (heard === 0) return { state: listened === 0 ? 'unknown' : 'silent', share: 0 };
  if (heard >= listened - FORGIVEN_MINUTES) return { state: 'full', share: 1 };
  return { state: 'partial', share: heard / listened };
}

function minutesAt(day: DayInQuarters, index: number): number {
  return Number.parseInt(day.charAt(index), 16) || 0;
}

/** A node's last 24 hours, oldest first. */
export function dayStrip(heard: DayInQuarters, listening: DayInQuarters): Quarter[] {
  return Array.from(heard, (digit, index) =>
    digit === NOT_KNOWN_YET
      ? { state: 'unknown', share: 0 }
      : quarterOf(minutesAt(heard, index), minutesAt(listening, index)),
  );
}

function span(quarters: number): string {
  if (quarters < 4) return `${quarters * MINUTES_PER_QUARTER} minutes`;
  const hours = Math.round(quarters / 4);
  return `${hours} hour${hours === 1 ? '' : 's'}`;
}

/** A node's last 24 hours in words, for screen readers. */
export function describeDay(strip: readonly Quarter[]): string {
  const known = strip.filter(({ state }) => state !== 'unknown');
  const heard = known.filter(({ state }) => state !== 'silent');
  if (known.length === 0) return 'Nothing is known of the last 24 hours';
  if (heard.length === 0) return 'Silent for the last 24 hours';
  const silentAtTheEnd = known.length - 1 - known.map(({ state }) => state !== 'silent').lastIndexOf(true);
  const breaks = known.filter(({ state }, index) => state !== 'full' && known[index - 1]?.state === 'full').length;
  const parts = [
    known.length === heard.length && breaks === 0
      ? 'Heard without a break in the last 24 hours'
      : `Heard in ${span(heard.length)} of the last 24`,
    ...(breaks === 0 ? [] : [`${breaks} interruption${breaks === 1 ? '' : 's'}`]),
    ...(silentAtTheEnd === 0 ? [] : [`silent for the last ${span(silentAtTheEnd)}`]),
  ];
  return parts.join(', ');
}
