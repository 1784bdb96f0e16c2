import { HTTPError } from 'ky';
import type { GoOnAccount } from '#contract/signIn/schemas.ts';
import type { AppleSignInPayload, AuthResponse } from '#contract/users/schemas.ts';
import { API_PATHS } from '#contract/paths.ts';
import { SIGN_IN_PATTERNS } from '#contract/signIn/signIn.ts';
import { MESSAGES } from '#domain/messages.ts';
import { http, serverMessage } from './http.ts';

/** Without this, fetch neither stores nor sends the nonce's cookie when the API is on another origin. */
const WITH_COOKIES = { credentials: 'include' } as const;

export function signInWithApple(payload: AppleSignInPayload): Promise<AuthResponse> {
  return http()
    .post(API_PATHS.appleSignIn, { json: payload, ...WITH_COOKIES })
    .json<AuthResponse>();
}

/** A nonce for Apple's popup; the server remembers it in a cookie of this browser. */
export async function fetchAppleNonce(): Promise<string> {
  const { nonce } = await http().post(API_PATHS.appleNonce, WITH_COOKIES).json<{ nonce: string }>();
  return nonce;
}

export function signInAsDevUser(): Promise<AuthResponse> {
  return http().get(API_PATHS.devUserSignIn).json<AuthResponse>();
}

export function signInAsDevAdmin(): Promise<AuthResponse> {
  return http().get(API_PATHS.devAdminSignIn).json<AuthResponse>();
}

export function spendSignInLink(linkToken: string): Promise<AuthResponse> {
  return http()
    .post(API_PATHS.signInLink, { json: { token: linkToken } })
    .json<AuthResponse>();
}

/** Returns the account whose session a link continues, without using the link up. */
export function fetchGoOnAccount(linkToken: string): Promise<GoOnAccount> {
  return http()
    .post(SIGN_IN_PATTERNS.goOnState, { json: { token: linkToken } })
    .json<GoOnAccount>();
}

/** Continues a session that began at another address of the server; the session there ends. */
export function goOnWithSession(linkToken: string): Promise<AuthResponse> {
  return http()
    .post(SIGN_IN_PATTERNS.goOn, { json: { token: linkToken } })
    .json<AuthResponse>();
}

/** `Challenge` is what the browser's part of passkeys reads. */
export function fetchPasskeyChallenge<Challenge>(): Promise<Challenge> {
  return http().post(SIGN_IN_PATTERNS.passkeyChallenge).json<Challenge>();
}

export function signInWithPasskey(signed: object): Promise<AuthResponse> {
  return http().post(SIGN_IN_PATTERNS.passkeySignIn, { json: signed }).json<AuthResponse>();
}

/** Fails with the server's sentence when the set-up link cannot be used. Nothing is used up. */
export async function checkSetUpLink(token: string): Promise<void> {
  await http().post(SIGN_IN_PATTERNS.setUpState, { json: { token } });
}

/** Makes the first admin, signed in. */
export function setUpServer(token: string, name: string): Promise<AuthResponse> {
  return http().post(SIGN_IN_PATTERNS.setUp, { json: { token, name } }).json<AuthResponse>();
}

/** Revokes the token on the server. Errors are ignored, so that signing out works without the server too. */
export async function signOut(token: string): Promise<void> {
  await http({ token })
    .post(API_PATHS.signOut)
    .catch(() => undefined);
}

/** The reason why a sign-in call failed, as a sentence for the log. */
export function authFailureText(error: unknown): string {
  if (error instanceof HTTPError) {
    return MESSAGES.backendReturned(error.response.status, serverMessage(error) ?? error.response.statusText);
  }
  return MESSAGES.clientError(error instanceof Error ? error.message : String(error));
}
