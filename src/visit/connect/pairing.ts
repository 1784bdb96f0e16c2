import { API_PATHS } from '#contract/paths.ts';
import type { PairingOffer } from '#contract/tablets/pairingSchemas.ts';
import { pairingStep, type PairingStep } from '#domain/tablets/pairingCode.ts';
import { http, statusOf } from '#src/shared/api/http.ts';

/** Short, so that a screen soon says that the server is out of reach. */
const TIMEOUT_MS = 10_000;

/** Offers this screen for pairing, and returns its new code. */
export function offerScreen(): Promise<PairingOffer> {
  return http().post(API_PATHS.pairing, { timeout: TIMEOUT_MS }).json<PairingOffer>();
}

/** Whether somebody has accepted the screen with this secret. Rejects on an invalid response. */
export async function askForKey(secret: string): Promise<PairingStep> {
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
