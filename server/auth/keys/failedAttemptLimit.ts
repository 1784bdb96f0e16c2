import { normalizeIP } from '@fastify/rate-limit';
import { LRUCache } from 'lru-cache';

const WINDOW_MS = 60_000;
const MAX_FAILED_ATTEMPTS = 60;
const MAX_ADDRESSES = 50_000;

/**
 * Counts wrong keys and tokens by address. IPv6 addresses count by their /64 network, since every home has one with far
 * more addresses than could be counted (the rate limit of the sign-in calls groups them the same way). Good credentials
 * are never counted or rejected here, so a kiosk keeps running behind the same address as somebody who guesses keys.
 */
export interface FailedAttemptLimit {
  /**
   * Counts one more failed attempt; true when the address has had too many within the minute. The address is undefined
   * when the connection has just been closed.
   */
  count(address: string | undefined): boolean;
}

export function failedAttemptLimit(now: () => number): FailedAttemptLimit {
  const windows = new LRUCache<string, { since: number; attempts: number }>({ max: MAX_ADDRESSES });
  return {
    count: (address = '') => {
      const household = normalizeIP(address);
      const known = windows.get(household);
      const window = known && now() - known.since < WINDOW_MS ? known : { since: now(), attempts: 0 };
      window.attempts += 1;
      windows.set(household, window);
      return window.attempts > MAX_FAILED_ATTEMPTS;
    },
  };
}
