import rateLimit from '@fastify/rate-limit';
import { UserError } from '../../errors.ts';
import { GUESSES, SIGN_INS } from '../../limits.ts';
import type { TypedApp } from '../typedApp.ts';

const TOO_MANY = 'Too many requests from your address: please wait a minute';

/** For the `config` of a route that anyone may call without a credential and that costs the server work. */
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
