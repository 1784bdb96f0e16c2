import { normalizeIP } from '@fastify/rate-limit';
import { LRUCache } from 'lru-cache';

const WINDOW_MS = 60_000;
const MAX_WRONG_GUESSES = 60;
const MAX_ADDRESSES = 50_000;

/**
 * Counts wrong keys and tokens by address; of IPv6 by /64, which every home is given, so that one machine there has
 * more addresses than anybody could count (the sign-in calls' own limit groups them the same way). Good credentials are
 * never counted nor refused here, so a kiosk behind the same address as somebody who guesses keeps running.
 */
export interface FailedAttemptLimit {
  /**
   * Counts one more wrong guess; true when the address has had too many within the minute. A connection that has just
   * broken has no address any more.
   */
  count(address: string | undefined): boolean;
}

export function failedAttemptLimit(now: () => number): FailedAttemptLimit {
  const windows = new LRUCache<string, { since: number; guesses: number }>({ max: MAX_ADDRESSES });
  return {
    count: (address = '') => {
      const household = normalizeIP(address);
      const known = windows.get(household);
      const window = known && now() - known.since < WINDOW_MS ? known : { since: now(), guesses: 0 };
      window.guesses += 1;
      windows.set(household, window);
      return window.guesses > MAX_WRONG_GUESSES;
    },
  };
}
