import { API_PATHS, OLD_TABLET_PAGE } from '#contract/paths.ts';
import { backoff } from '#domain/backoff.ts';
import { offerIn } from '#domain/oldTablets/responses.ts';
import { spacedCode, pairingStep } from '#domain/tablets/pairingCode.ts';
import { ask, post } from './ask.ts';
import { keepConnected, keyInPlaceOf } from './memory.ts';
import { part } from './page.ts';
import { parameterIn } from '#domain/oldTablets/parameterIn.ts';
import { API_KEY_PARAMETER } from '#domain/access/kioskAddress.ts';

const keyOfAddress = parameterIn(window.location.search, API_KEY_PARAMETER);
const apiKey = keyInPlaceOf(keyOfAddress);

/** The key of this page's address, or the one with which it was connected since; '' without a key. */
export function keyInUse(): string {
  return apiKey;
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

/** Call with the key with which somebody has connected this page. */
export function withKey(key: string): void {
  if (keyOfAddress !== '' && keyOfAddress !== key) keepConnected(keyOfAddress, key);
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
