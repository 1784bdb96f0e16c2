import { CREDENTIAL_REFUSED, CREDENTIAL_UNKNOWN } from '#contract/calls.ts';
import { API_PATHS } from '#contract/paths.ts';
import { LOCAL_STORAGE } from '#contract/storageKeys.ts';
import { FIRST_MESSAGES } from '#domain/firstMessages.ts';
import { createListeners } from '#domain/listeners.ts';
import { isRecord } from '#domain/records.ts';
import { abortAfter } from '#domain/timing.ts';
import { environment } from '#src/environment.ts';
import { forgetPositions, rememberPositions } from '#src/shared/device/slideshowPosition.ts';
import { onKeyKnown, onWorkerRevoked } from '#src/shared/offline/bridge.ts';
import { createObservable, useObservable } from '#src/shared/state/observable.ts';

declare module '@tanstack/history' {
  interface HistoryState {
    lostKey?: string;
    /** The page of the key that was lost. */
    lostAt?: string;
  }
}

const CHECK_TIMEOUT_MS = 30_000;

/**
 * The reason for a rejected key: `revoked` if the server once accepted it. Without a reason the key may still be valid.
 */
type Refusal = 'revoked' | 'unknown' | 'unheard';

let refused: { key: string; refusal: Refusal } | undefined;

/** The reason why the key's last check failed; 'unheard' if the server could not be asked. */
export function refusalOf(key: string): Refusal {
  return refused?.key === key ? refused.refusal : 'unheard';
}

/**
 * Whether the server accepts the key; false on any error. This is the one call made without ky: the kiosk's home waits
 * for nothing else, and need not load ky's 9 kB for a GET without a credential.
 */
export async function checkApiKey(key: string): Promise<boolean> {
  try {
    const url = environment().baseApiUrl + API_PATHS.checkApiKey(key);
    return await abortAfter(CHECK_TIMEOUT_MS, async (signal) => {
      const ask = async () => {
        const response = await fetch(url, { cache: 'no-cache', signal });
        const body: unknown = await response.json();
        return { response, body };
      };
      // A service worker that the browser stops during the call ends the call; the next call starts the worker again.
      const { response, body } = await ask().catch((error: unknown) => {
        if (error instanceof TypeError) return ask();
        throw error;
      });
      if (!isRecord(body)) return false;
      // A proxy's refusal has no such code.
      if (body.code === CREDENTIAL_REFUSED) refused = { key, refusal: 'revoked' };
      if (body.code === CREDENTIAL_UNKNOWN) refused = { key, refusal: 'unknown' };
      const isValid = response.ok && body.valid === true;
      if (isValid) refused = undefined;
      return isValid;
    });
  } catch {
    return false;
  }
}

const checks = new Map<string, Promise<boolean>>();

/**
 * Used by the guard of the kiosk's pages, which runs at every navigation: each key is checked on the server only once
 * until the page is reloaded. A negative result is not stored, since the server may only have been out of reach.
 */
export function isKeyVerified(key: string): Promise<boolean> {
  const earlier = checks.get(key);
  if (earlier) return earlier;
  listenForKeyKnown();
  const check = checkApiKey(key).then((valid) => {
    if (valid) rememberPositions();
    else checks.delete(key);
    return valid;
  });
  checks.set(key, check);
  return check;
}

const revocations = createListeners<[apiKey: string]>();

/**
 * Call when the key may have been revoked: the server says so, has refused a call or a stream, or is back after an
 * outage. The key is checked, and a kiosk that is shown with a revoked key is left for the letters. With a service worker
 * the worker decides, since it knows the installation that verified the key.
 */
export function reportKeyDoubt(apiKey: string): void {
  void judge(apiKey);
}

/** Never rejects. */
async function judge(apiKey: string): Promise<void> {
  if (!(await checkApiKey(apiKey)) && refusalOf(apiKey) === 'revoked') revocations.notify(apiKey);
}

/** Calls the listener when the key of the kiosk that is shown is known to be revoked. */
export function onKeyRevoked(apiKey: string, listener: () => void): () => void {
  const unsubscribe = revocations.subscribe((revoked) => revoked === apiKey && listener());
  const hear = async (keyHash: unknown) => {
    if (await isHashOf(keyHash, apiKey).catch(() => true)) listener();
  };
  const stopHearing = onWorkerRevoked((keyHash) => void hear(keyHash));
  return () => {
    unsubscribe();
    stopHearing();
  };
}

/** The message may be late, and about the key that this page had before. An older worker does not say which it is. */
async function isHashOf(keyHash: unknown, apiKey: string): Promise<boolean> {
  if (typeof keyHash !== 'string') return true;
  const { hashOfText } = await import('#domain/hashOfText.ts');
  return (await hashOfText(apiKey)) === keyHash;
}

/**
 * Called when the route guard, an API call or the service worker found that the server does not accept the key. Deletes
 * only the slideshow positions and the tablet's settings: the service worker deletes what it stored for the key, and the
 * launch record. Nothing is deleted unless the server itself has rejected the key. Returns where to navigate: a screen
 * whose key was once valid is a tablet, and shows there how to connect it again. `isLastRead`: false while the record of
 * the key that this device was connected with last cannot be read; the landing page then tries again.
 */
export function endKey(key: string, refusal: Refusal = 'revoked', isLastRead = true) {
  checks.delete(key);
  const isRevoked = refusal === 'revoked';
  if (refusal !== 'unheard') forgetTablet();
  const search = { error: FIRST_MESSAGES.apiKeyInvalid, ...(isRevoked && ({ connect: 'again' } as const)) };
  // The landing page goes back by itself once the server accepts the key, or its own server responds again.
  return {
    to: '/',
    search,
    replace: true,
    ...((!isRevoked || !isLastRead) && { state: { lostKey: key, lostAt: window.location.href } }),
  } as const;
}

function forgetTablet(): void {
  forgetPositions();
  try {
    localStorage.removeItem(LOCAL_STORAGE.tablet);
  } catch {
    // Without storage there is nothing to delete.
  }
}

/** Whether the responding server knows this page's key; true until one responds. */
export const keyKnown = createObservable(true);
let isListening = false;

/** Call before the key is checked: the worker posts its result together with the check's response. */
function listenForKeyKnown(): void {
  if (isListening) return;
  isListening = true;
  onKeyKnown(keyKnown.set);
}

export function useKeyKnown(): boolean {
  return useObservable(keyKnown);
}
