import { setTimeout as wait } from 'node:timers/promises';
import { createRemoteJWKSet, customFetch, decodeProtectedHeader, errors, jwtVerify } from 'jose';
import type { FetchImplementation, JWTPayload } from 'jose';

const ISSUER = 'https://appleid.apple.com';
const CLOCK_TOLERANCE_S = 30;
/** The person has just come from Apple's popup; Apple's own expiry is a day, which nobody needs here. */
const MAX_TOKEN_AGE_S = 600;
const KEY_FETCH_TIMEOUT_MS = 5_000;

/** What Apple vouches for. */
export interface AppleIdentity {
  subject: string;
  /** In lower case; only there when Apple says that it is verified. */
  email: string;
  nonce: string;
  expiresAt: number;
}

/** Apple's keys cannot be had, which says nothing about the token. */
class AppleUnreachable extends Error {
  override name = 'AppleUnreachable';
}

export function isAppleUnreachable(error: unknown): boolean {
  if (error instanceof AppleUnreachable) return true;
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return true;
  // What jose throws when the answer is no JSON, such as a portal's page.
  return error instanceof errors.JOSEError && error.code === errors.JOSEError.code;
}

export interface AppleTokens {
  /** Throws when the token is not one that Apple made for this app just now. */
  verify(idToken: string): Promise<AppleIdentity>;
}

interface Options {
  jwksUrl: string;
  clientId: string;
  now: () => number;
  coolDownMs: number;
}

/**
 * Checks Apple's id tokens. Only RS256 with a key of Apple's own set, chosen by `kid`; `jwk` and `jku` in the header
 * are what the sender says of itself, and jose never looks at them here.
 */
export function appleTokens({ jwksUrl, clientId, now, coolDownMs }: Options): AppleTokens {
  const fetches = thrifty(coolDownMs);
  const keys = createRemoteJWKSet(new URL(jwksUrl), {
    // Our own pause stands in `fetches`: jose's counts from the last success only.
    cooldownDuration: 0,
    timeoutDuration: coolDownMs + KEY_FETCH_TIMEOUT_MS,
    [customFetch]: fetches.fetch,
  });

  async function check(idToken: string): Promise<JWTPayload> {
    const { payload } = await jwtVerify(idToken, keys, {
      algorithms: ['RS256'],
      issuer: ISSUER,
      audience: clientId,
      requiredClaims: ['sub', 'exp', 'iat', 'nonce', 'email'],
      clockTolerance: CLOCK_TOLERANCE_S,
      maxTokenAge: MAX_TOKEN_AGE_S,
      currentDate: new Date(now()),
    });
    return payload;
  }

  return {
    verify: async (idToken) => {
      if (!decodeProtectedHeader(idToken).kid) throw new errors.JWSInvalid('The token names no key');
      return identityOf(await check(idToken));
    },
  };
}

/** One fetch per cool-down however many unknown keys are asked for; whoever comes in between waits for the next. */
function thrifty(coolDownMs: number): { fetch: FetchImplementation } {
  let last = -Infinity;
  return {
    fetch: async (url, options) => {
      const pause = last + coolDownMs - performance.now();
      if (pause > 0) await wait(pause);
      last = performance.now();
      try {
        const answer = await fetch(url, options);
        if (answer.status === 200) return answer;
        throw new AppleUnreachable(`Apple's keys: ${answer.status}`);
      } catch (error) {
        throw new AppleUnreachable("Apple's keys cannot be fetched", { cause: error });
      }
    },
  };
}

function identityOf(payload: JWTPayload): AppleIdentity {
  const { sub, exp, nonce, email, email_verified: verified } = payload;
  const complete = sub && exp && typeof nonce === 'string' && typeof email === 'string';
  if (!complete) throw new errors.JWTInvalid('A claim is not as expected');
  // Apple sends the flag as a boolean or as a text.
  if (verified !== true && verified !== 'true') throw new errors.JWTInvalid('The e-mail address is not verified');
  return { subject: sub, nonce, email: email.toLowerCase(), expiresAt: exp * 1_000 };
}
