import { API_PATHS, OLD_TABLET_PAGE } from '#contract/paths.ts';
import { backoff } from '#domain/backoff.ts';
import { offerIn } from '#domain/oldTablets/responses.ts';
import { spacedCode, pairingStep } from '#domain/tablets/pairingCode.ts';
import { ask, post, askProving } from './ask.ts';
import { keepDeviceSecret, successorOf, deviceSecret, replaceKey } from './memory.ts';
import { part } from './page.ts';
import { parameterIn } from '#domain/oldTablets/parameterIn.ts';
import { API_KEY_PARAMETER } from '#domain/access/kioskAddress.ts';
import { isRecord, textOf } from '#domain/records.ts';

let apiKey = successorOf(parameterIn(window.location.search, API_KEY_PARAMETER));

/** The key of this page's address, or the one that has replaced it; '' without a key. */
export function keyInUse(): string {
  return apiKey;
}

/**
 * Collects the key that an admin ordered and uses it from now on, without a reload. The server ends the old key when
 * the new one is first used; until then it sends it again, so that a lost response does no harm.
 */
export function collectNewKey(onKey: () => void): void {
  const oldKey = apiKey;
  const secret = deviceSecret();
  if (secret === '') return;
  const call = { method: 'POST', path: API_PATHS.kioskNewKey, apiKey: oldKey, deviceSecret: secret } as const;
  askProving(call, ({ status, body }) => {
    const newKey = status === 200 && isRecord(body) ? textOf(body, 'key') : '';
    if (newKey === '' || newKey === oldKey) return;
    replaceKey(oldKey, newKey);
    apiKey = newKey;
    window.history.replaceState(null, '', pageAddress(newKey));
    onKey();
  });
}

function pageAddress(key: string): string {
  return `${OLD_TABLET_PAGE}?${API_KEY_PARAMETER}=${encodeURIComponent(key)}`;
}

const ASK_EVERY_MS = 2_000;
const NO_LETTERS = '··· ···';
const retryAfter = backoff({ firstMs: ASK_EVERY_MS, longestMs: 60_000 });

/** The secret that collects the key for the code on screen; '' without a code. */
let secret = '';
let failures = 0;
let isAsking = false;
let nextAtMs = 0;

/** Called every second without a valid key: shows a code that an admin types, and collects the key. */
export function offerThisScreen(): void {
  if (isAsking || performance.now() < nextAtMs) return;
  isAsking = true;
  if (secret === '') takeLetters();
  else askForKey();
}

export function withKey(key: string): void {
  window.location.replace(pageAddress(key));
}

function takeLetters(): void {
  post(API_PATHS.pairing, '', ({ body }) => {
    const offer = offerIn(body);
    if (offer) {
      secret = offer.secret;
      part('letters').textContent = spacedCode(offer.code);
    }
    goOn(offer !== undefined);
  });
}

function askForKey(): void {
  ask(API_PATHS.pairingState(secret), '', ({ status, body }) => {
    const step = status === 200 ? pairingStep(body) : undefined;
    if (step && step.kind === 'take') {
      keepDeviceSecret(step.deviceSecret);
      withKey(step.key);
      return;
    }
    if (status === 404 || (step && step.kind === 'new-letters')) {
      secret = '';
      part('letters').textContent = NO_LETTERS;
    }
    goOn(step !== undefined || status === 404);
  });
}

function goOn(isHeard: boolean): void {
  isAsking = false;
  failures = isHeard ? 0 : failures + 1;
  nextAtMs = performance.now() + (isHeard ? ASK_EVERY_MS : retryAfter(failures));
}
