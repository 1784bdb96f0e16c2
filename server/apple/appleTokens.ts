import { setTimeout as wait } from 'node:timers/promises';
import {
  createRemoteJWKSet,
  customFetch,
  decodeProtectedHeader,
  errors,
  type FetchImplementation,
  type JWTPayload,
  jwtVerify,
} from 'jose';

const ISSUER = 'https://appleid.apple.com';
const CLOCK_TOLERANCE_S = 30;
/** The browser sends the token right after Apple's popup has closed; Apple's expiry of a day is longer than needed. */
const MAX_TOKEN_AGE_S = 600;
const KEY_FETCH_TIMEOUT_MS = 5_000;

/** The facts that Apple has confirmed about a person. */
export interface AppleIdentity {
  subject: string;
  /** In lower case, and verified by Apple. */
  email: string;
  nonce: string;
  expiresAt: number;
}

/** Apple's keys could not be fetched, so the token could not be checked. */
class AppleUnreachableError extends Error {
  override name = 'AppleUnreachableError';
}

export function isAppleUnreachable(error: unknown): boolean {
  if (error instanceof AppleUnreachableError) return true;
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return true;
  // jose throws its bare base class when the response is not JSON, for example a captive portal's page.
  return error instanceof errors.JOSEError && error.code === errors.JOSEError.code;
}

export interface AppleTokens {
  /** Throws unless Apple made this token, for this app and in the last minutes. */
  verify(idToken: string): Promise<AppleIdentity>;
}

interface Options {
  jwksUrl: string;
  clientId: string;
  now: () => number;
  coolDownMs: number;
}

/**
 * Checks Apple's id tokens: accepts only RS256 signatures by one of Apple's published keys, chosen by `kid`. The
 * header's `jwk` and `jku`, which the sender of a token could forge, are ignored.
 */
export function appleTokens({ jwksUrl, clientId, now, coolDownMs }: Options): AppleTokens {
  const keys = createRemoteJWKSet(new URL(jwksUrl), {
    // Off, because jose's own cool-down counts from the last success only; rateLimitedFetch pauses after failures too.
    cooldownDuration: 0,
    timeoutDuration: coolDownMs + KEY_FETCH_TIMEOUT_MS,
    [customFetch]: rateLimitedFetch(coolDownMs),
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

/**
 * Fetches once per cool-down at most, however many unknown keys are asked for; a call in between waits until it is
 * over.
 */
function rateLimitedFetch(coolDownMs: number): FetchImplementation {
  let last = -Infinity;
  return async (url, options) => {
    const pauseMs = () => last + coolDownMs - performance.now();
    // Waits again if the timer ended early: it does so by the time that the process was busy when it was set.
    while (pauseMs() > 0) await wait(pauseMs());
    last = performance.now();
    try {
      const response = await fetch(url, options);
      if (response.status === 200) return response;
      throw new AppleUnreachableError(`Apple's keys: ${response.status}`);
    } catch (error) {
      throw new AppleUnreachableError("Apple's keys cannot be fetched", { cause: error });
    }
  };
}

function identityOf(payload: JWTPayload): AppleIdentity {
  const { sub, exp, nonce, email, email_verified: verified } = payload;
  const complete = sub && exp && typeof nonce === 'string' && typeof email === 'string';
  if (!complete) throw new errors.JWTInvalid('A claim is not as expected');
  // Apple sends the flag as a boolean or as a string.
  if (verified !== true && verified !== 'true') throw new errors.JWTInvalid('The e-mail address is not verified');
  return { subject: sub, nonce, email: email.toLowerCase(), expiresAt: exp * 1_000 };
}
