import { uptime } from 'node:os';
import { performance } from 'node:perf_hooks';

const LOOK_EVERY_MS = 1_000;
const SLEEP_AT_LEAST_MS = 5_000;

interface Sources {
  /** Never jumps, but stands still while the machine sleeps. */
  running: () => number;
  /** Goes on while the machine sleeps. */
  sinceBoot: () => number;
}

/** Milliseconds that neither jump with the wall clock nor stand still while the machine sleeps. */
export function monotonicClock({ running, sinceBoot }: Sources): () => number {
  const offset = sinceBoot() - running();
  let sleptMs = 0;
  let lookedAt = running();

  return () => {
    const now = running();
    if (now - lookedAt >= LOOK_EVERY_MS) {
      lookedAt = now;
      const ahead = sinceBoot() - now - offset;
      // Smaller differences are the two clocks' own rounding.
      if (ahead - sleptMs >= SLEEP_AT_LEAST_MS) sleptMs = ahead;
    }
    return now + sleptMs;
  };
}

export const monotonicNow = monotonicClock({
  running: () => performance.now(),
  sinceBoot: () => uptime() * 1_000,
});
