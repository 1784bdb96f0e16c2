/**
 * Path patterns of the calls that the landing page alone makes, relative to baseApiUrl, with their constants. They are
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
  /** Returns the account whose session a link continues, without using the link up. */
  goOnState: '/auth/go-on/state',
  /** Continues a session at another address of this server. */
  goOn: '/auth/go-on',
} as const;

export const PERSON_NAME_MAX_CHARACTERS = 80;

/** The calls of the person who was invited. The token is in the body, so that no log has it. */
export const INVITATION_PATTERNS = {
  /** Returns an invitation's offer without using it up. */
  opened: '/auth/invitation',
  /** Makes the account and signs in to it. */
  accepted: '/auth/invitation/accept',
} as const;
