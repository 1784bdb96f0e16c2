import { CREDENTIAL_REFUSED } from '#contract/calls.ts';
import { API_PATHS } from '#contract/paths.ts';
import { isRecord } from '#domain/records.ts';
import { abortAfter } from '#domain/timing.ts';
import { environment } from '../environment.ts';

const TIMEOUT_MS = 30_000;

/** The key that the server took once, and takes no more. */
let revoked: string | undefined;

/** Whether the last checks heard that the key is revoked; false if the server never knew it, or could not be asked. */
export function isKnownRevoked(key: string): boolean {
  return key === revoked;
}

/**
 * Whether the server accepts the key; false on any error. This is the one call made without ky: the kiosk's home waits
 * for nothing else, and does not have to load ky's 9 kB for a GET without a credential.
 */
export async function checkApiKey(key: string): Promise<boolean> {
  try {
    const url = environment().baseApiUrl + API_PATHS.checkApiKey(key);
    return await abortAfter(TIMEOUT_MS, async (signal) => {
      const response = await fetch(url, { cache: 'no-cache', signal });
      const body: unknown = await response.json();
      if (isRecord(body) && body.code === CREDENTIAL_REFUSED) revoked = key;
      return response.ok && isRecord(body) && body.valid === true;
    });
  } catch {
    return false;
  }
}
