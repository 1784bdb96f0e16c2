import type { AppleSignInPayload } from '#contract/users/schemas.ts';
import { isRecord, textOf } from '#domain/records.ts';
import { environment } from '#src/environment.ts';
import { fetchAppleNonce } from '#src/shared/api/auth.ts';

const SCRIPT_URL = 'https://appleid.cdn-apple.com/appleauth/static/jsapi/appleid/1/en_US/appleid.auth.js';

/** Codes of Apple's script that only mean that the person closed the popup. */
const CHANGED_MIND = ['popup_closed_by_user', 'user_cancelled_authorize', 'user_trigger_new_signin_flow'];

interface AppleAuth {
  init: (settings: Record<string, string | boolean>) => void;
  signIn: () => Promise<unknown>;
}

declare global {
  interface Window {
    AppleID?: { auth: AppleAuth };
  }
}

export interface PreparedAppleSignIn {
  /** Must be called within the click handler, or the browser blocks the popup. Undefined when the person closed it. */
  open: () => Promise<AppleSignInPayload | undefined>;
}

/** Loads Apple's script (once) and sets it up with a fresh nonce and state; each preparation serves one popup. */
export async function prepareAppleSignIn(): Promise<PreparedAppleSignIn> {
  const { appleClientId, appleRedirectUri } = environment();
  if (appleClientId === '') throw new Error('Sign in with Apple is not set up on this server');
  const [auth, nonce] = await Promise.all([loadScript(), fetchAppleNonce()]);
  const state = randomText();
  return {
    open: async () => {
      auth.init({
        clientId: appleClientId,
        redirectURI: appleRedirectUri,
        scope: 'name email',
        state,
        nonce,
        usePopup: true,
      });
      try {
        return payloadFrom(await auth.signIn(), state);
      } catch (error) {
        if (isRecord(error) && CHANGED_MIND.includes(textOf(error, 'error'))) return undefined;
        throw error instanceof Error ? error : new Error(reasonOf(error));
      }
    },
  };
}

let script: Promise<AppleAuth> | undefined;

function loadScript(): Promise<AppleAuth> {
  script ??= new Promise<AppleAuth>((resolve, reject) => {
    const element = document.createElement('script');
    element.src = SCRIPT_URL;
    element.addEventListener('load', () => {
      if (window.AppleID) resolve(window.AppleID.auth);
      else reject(new Error("Apple's script did not set itself up"));
    });
    element.addEventListener('error', () => {
      element.remove();
      script = undefined;
      reject(new Error("Apple's script could not be loaded"));
    });
    document.head.append(element);
  });
  return script;
}

function randomText(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function reasonOf(error: unknown): string {
  return (isRecord(error) && textOf(error, 'error')) || 'Apple gave no reason';
}

/** Apple sends name and e-mail only at a person's very first sign-in, so both are optional. */
function payloadFrom(response: unknown, state: string): AppleSignInPayload {
  const authorization = isRecord(response) && isRecord(response.authorization) ? response.authorization : {};
  if (textOf(authorization, 'state') !== state) throw new Error("Apple's answer belongs to another request");
  const user = isRecord(response) && isRecord(response.user) ? response.user : {};
  const name = isRecord(user.name) ? user.name : {};
  const optional = {
    idToken: textOf(authorization, 'id_token'),
    email: textOf(user, 'email'),
    firstName: textOf(name, 'firstName'),
    lastName: textOf(name, 'lastName'),
  };
  const given = Object.fromEntries(Object.entries(optional).filter(([, text]) => text !== ''));
  return { code: textOf(authorization, 'code'), ...given };
}
