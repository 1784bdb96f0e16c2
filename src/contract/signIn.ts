/**
 * Path patterns of the calls that the landing page alone makes, relative to baseApiUrl, with what goes with them. They are
 * not in paths.ts, so that a kiosk does not load them.
 */
export const SIGN_IN_PATTERNS = {
  /** A challenge for any passkey of this server. */
  passkeyChallenge: '/auth/passkeys/challenge',
  passkeySignIn: '/auth/passkeys/sign-in',
  /** Whether a set-up link can be used; without using it up. */
  setUpState: '/auth/set-up/state',
  /** Makes the first admin. */
  setUp: '/auth/set-up',
} as const;

export const PERSON_NAME_MAX_CHARACTERS = 80;
