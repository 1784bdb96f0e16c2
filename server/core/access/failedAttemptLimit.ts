import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import { LRUCache } from 'lru-cache';
import { UserError } from '#server/core/errors.ts';
import type { TypedApp } from '#server/core/http/typedApp.ts';
import { GUESSES, SIGN_INS } from '#server/core/limits.ts';

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

/** An IPv6 address as its /64 network, and an IPv4 address in one form. */
export function householdOf(address: string): string {
  return normalizeIP(address);
}

export function failedAttemptLimit(now: () => number): FailedAttemptLimit {
  const windows = new LRUCache<string, { since: number; attempts: number }>({
    maxSize: GUESSES.addresses,
    sizeCalculation: () => 1,
  });
  return {
    count: (address = '') => {
      const household = householdOf(address);
      const known = windows.get(household);
      const window = known && now() - known.since < GUESSES.windowMs ? known : { since: now(), attempts: 0 };
      window.attempts += 1;
      windows.set(household, window);
      return window.attempts > GUESSES.perWindow;
    },
  };
}

const TOO_MANY = 'Too many requests from your address: please wait a minute';

/** The `config` of a route that anyone may call without a credential and that costs the server work. */
export const SIGN_IN_LIMIT = { rateLimit: { max: SIGN_INS.perWindow, timeWindow: SIGN_INS.windowMs } } as const;

/**
 * Limits only routes with `rateLimit` in their config: a kiosk that downloads its album makes thousands of legitimate
 * requests.
 */
export async function registerRateLimits(app: TypedApp): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    cache: GUESSES.addresses,
    errorResponseBuilder: () => new UserError(429, TOO_MANY),
  });
}
