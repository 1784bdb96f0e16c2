import { CREDENTIAL_REFUSED, CREDENTIAL_UNKNOWN } from '#contract/calls.ts';
import { API_PATHS } from '#contract/paths.ts';
import { isRecord } from '#domain/records.ts';
import { abortAfter } from '#domain/timing.ts';
import { environment } from '#src/environment.ts';

const TIMEOUT_MS = 30_000;

/**
 * The reason for a rejected key: `revoked` if the server once accepted it. Without a reason the key may still be valid.
 */
export type Refusal = 'revoked' | 'unknown' | 'unheard';

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
    return await abortAfter(TIMEOUT_MS, async (signal) => {
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
