import { uptime } from 'node:os';
import { performance } from 'node:perf_hooks';

export interface Clock {
  /** Milliseconds since 1970, for the date of the last heartbeat and for the history of the day. */
  now: () => number;
  /** Milliseconds that never jump, for the time since the last heartbeat. */
  monotonicNow: () => number;
}

const CHECK_EVERY_MS = 1_000;
const SHORTEST_SLEEP_MS = 5_000;

interface Sources {
  /** A clock that never jumps, but stops while the machine sleeps. */
  running: () => number;
  /** A clock that goes on while the machine sleeps. */
  sinceBoot: () => number;
}

/** Milliseconds that neither jump with the wall clock nor stop while the machine sleeps. */
export function monotonicClock({ running, sinceBoot }: Sources): () => number {
  const offset = sinceBoot() - running();
  let sleptMs = 0;
  let checkedAt = running();

  return () => {
    const now = running();
    if (now - checkedAt >= CHECK_EVERY_MS) {
      checkedAt = now;
      const ahead = sinceBoot() - now - offset;
      // Smaller differences come from the rounding of the two clocks.
      if (ahead - sleptMs >= SHORTEST_SLEEP_MS) sleptMs = ahead;
    }
    return now + sleptMs;
  };
}

export const monotonicNow = monotonicClock({
  running: () => performance.now(),
  sinceBoot: () => uptime() * 1_000,
});
