import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';
import { hasPasskeys } from '#domain/addresses/passkeyHost.ts';
import { environment } from '#src/environment.ts';

export type NewPasskeyOptions = PublicKeyCredentialCreationOptionsJSON;
type NewPasskey = RegistrationResponseJSON;
export type PasskeyChallenge = PublicKeyCredentialRequestOptionsJSON;
type SignedChallenge = AuthenticationResponseJSON;

/** The reason why this page can neither make nor use passkeys, as a sentence; undefined when it can. */
export function passkeyObstacle(): string | undefined {
  if (!hasPasskeys(window.location.hostname)) {
    return 'Passkeys need a name: open this page under the server’s name instead of its bare address.';
  }
  if (!window.isSecureContext) return 'Passkeys need https: open this page at an address that begins with https.';
  return 'PublicKeyCredential' in window ? undefined : 'This browser cannot use passkeys.';
}

/** Whether this device itself can hold a passkey for this page, without another device or a stick. */
export async function canHoldPasskey(): Promise<boolean> {
  if (passkeyObstacle() !== undefined) return false;
  return (await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable?.()) ?? false;
}

/** The origin where this page could use passkeys, when its own address is not a name; undefined: there is none. */
export function originWithPasskeys(): string | undefined {
  return hasPasskeys(window.location.hostname) ? undefined : environment().namedOrigin;
}

/** Undefined when the person closed the browser's dialog. */
export function makePasskey(optionsJSON: NewPasskeyOptions): Promise<NewPasskey | undefined> {
  return unlessClosed(async () => {
    const { startRegistration } = await import('@simplewebauthn/browser');
    return startRegistration({ optionsJSON });
  });
}

/** Undefined when the person closed the browser's dialog. */
export function signWithPasskey(optionsJSON: PasskeyChallenge): Promise<SignedChallenge | undefined> {
  return unlessClosed(async () => {
    const { startAuthentication } = await import('@simplewebauthn/browser');
    return startAuthentication({ optionsJSON });
  });
}

/** Whether the authenticator already holds a passkey of this person for this server. */
export function isMadeBefore(error: unknown): boolean {
  return error instanceof Error && error.name === 'InvalidStateError';
}

async function unlessClosed<Result>(ceremony: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await ceremony();
  } catch (error) {
    // Browsers report the same for a closed dialog and for one that timed out.
    if (error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')) return undefined;
    throw error;
  }
}
