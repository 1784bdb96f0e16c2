import { API_PATHS } from '#contract/paths.ts';
import { SESSION_STORAGE } from '#contract/storageKeys.ts';
import type { PairingOffer } from '#contract/tablets/pairingSchemas.ts';
import { backoff } from '#domain/backoff.ts';
import { isRecord, textOf } from '#domain/records.ts';
import type { KioskText } from '#domain/tablets/languages/kioskText.ts';
import { pairingStep, type PairingStep } from '#domain/tablets/pairingCode.ts';
import { http, serverMessage, statusOf } from '#src/shared/api/http.ts';
import { createObservable } from '#src/shared/state/observable.ts';

/** The offer outlives a reload: without its secret the page could not collect a key that an admin is just granting. */
type ShownOffer = Pick<PairingOffer, 'code' | 'secret'>;

interface PairingView {
  /** The code to type; undefined until the server has sent the first one. */
  code: string | undefined;
  /** A note for the person in front of the screen. */
  note: string | undefined;
}

/** Short, so that a screen soon says that the server is out of reach. */
const TIMEOUT_MS = 10_000;
const ASK_EVERY_MS = 2_000;
const retryDelayMs = backoff({ firstMs: ASK_EVERY_MS, longestMs: 10_000 });

const OUT_OF_REACH: KioskText =
  'The server is out of reach. This screen goes on by itself as soon as it answers again.';
const KEY_LOST: KioskText = 'The key was lost on its way to this screen. Please type these new letters.';

/** Offers this screen to the admins, and polls until one of them has accepted it. */
export class ScreenPairing {
  readonly view = createObservable<PairingView>({ code: undefined, note: undefined });
  readonly #onKey: (key: string) => void;
  #offer: ShownOffer | undefined;
  /** Explains why the code on screen is new; shown for as long as that code. */
  #reason: string | undefined;
  #failuresInARow = 0;
  #isAsking = false;
  #isOver = false;
  #isShown = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(onKey: (key: string) => void) {
    this.#onKey = onKey;
    this.#show(rememberedOffer());
  }

  /** Runs until the returned function is called. A key that is on its way by then is still accepted. */
  readonly start = (): (() => void) => {
    this.#isShown = true;
    window.addEventListener('online', this.#askNow);
    this.#askNow();
    return () => {
      this.#isShown = false;
      window.removeEventListener('online', this.#askNow);
      clearTimeout(this.#timer);
    };
  };

  readonly #askNow = (): void => {
    clearTimeout(this.#timer);
    if (!this.#isAsking && !this.#isOver) void this.#ask();
  };

  /** One request at a time: of two responses, one could make the other lose the key. */
  async #ask(): Promise<void> {
    this.#isAsking = true;
    try {
      await this.#takeStep();
      this.#failuresInARow = 0;
      this.#publish(this.#reason);
    } catch (error) {
      this.#failuresInARow += 1;
      // A single lost request does not count as an outage.
      if (!this.#offer || this.#failuresInARow > 1) this.#publish(serverMessage(error) ?? OUT_OF_REACH);
    }
    this.#isAsking = false;
    if (!this.#isShown || this.#isOver) return;
    const delayMs = this.#failuresInARow === 0 ? ASK_EVERY_MS : retryDelayMs(this.#failuresInARow);
    this.#timer = setTimeout(this.#askNow, delayMs);
  }

  async #takeStep(): Promise<void> {
    if (!this.#offer) return this.#takeNewLetters();
    const step = await askForKey(this.#offer.secret);
    if (step.kind === 'take') {
      this.#isOver = true;
      forgetOffer();
      this.#onKey(step.key);
    } else if (step.kind === 'new-letters') {
      await this.#takeNewLetters(step.isKeyLost ? KEY_LOST : undefined);
    }
  }

  /** The old code stays until there is a new one, so that the screen is never empty. */
  async #takeNewLetters(reason?: string): Promise<void> {
    const offer = await offerScreen();
    this.#reason = reason;
    rememberOffer(offer);
    this.#show(offer);
  }

  #show(offer: ShownOffer | undefined): void {
    this.#offer = offer;
    this.#publish(this.#reason);
  }

  #publish(note: string | undefined): void {
    const before = this.view.get();
    const code = this.#offer?.code;
    if (before.code !== code || before.note !== note) this.view.set({ code, note });
  }
}

/** Offers this screen for pairing, and returns its new code. */
function offerScreen(): Promise<PairingOffer> {
  return http().post(API_PATHS.pairing, { timeout: TIMEOUT_MS }).json<PairingOffer>();
}

/** Whether somebody has accepted the screen with this secret. Rejects on an invalid response. */
async function askForKey(secret: string): Promise<PairingStep> {
  try {
    const response = await http().get(API_PATHS.pairingState(secret), { timeout: TIMEOUT_MS }).json<unknown>();
    const step = pairingStep(response);
    if (!step) throw new Error('Not a response of this server');
    return step;
  } catch (error) {
    if (statusOf(error) === 404) return { kind: 'new-letters', isKeyLost: false };
    throw error;
  }
}

/** Each tab shows a code of its own. */
function rememberOffer({ code, secret }: ShownOffer): void {
  try {
    sessionStorage.setItem(SESSION_STORAGE.pairing, JSON.stringify({ code, secret }));
  } catch {
    // Without storage a reload shows a new code.
  }
}

function forgetOffer(): void {
  try {
    sessionStorage.removeItem(SESSION_STORAGE.pairing);
  } catch {
    // Nothing was stored.
  }
}

function rememberedOffer(): ShownOffer | undefined {
  try {
    const record: unknown = JSON.parse(sessionStorage.getItem(SESSION_STORAGE.pairing) ?? 'null');
    if (!isRecord(record)) return undefined;
    const offer = { code: textOf(record, 'code'), secret: textOf(record, 'secret') };
    return offer.code === '' || offer.secret === '' ? undefined : offer;
  } catch {
    return undefined;
  }
}
