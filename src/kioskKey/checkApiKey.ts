import { API_PATHS } from '../contract/paths.ts';
import { isRecord } from '../domain/records.ts';
import { environment } from '../environment.ts';

const TIMEOUT_MS = 30_000;

/**
 * SPEC §7: true on success, false on any error. The one call that is made without ky: the kiosk's home waits for it and
 * for nothing else, and a GET without a credential needs none of ky's 9 kB.
 */
export async function checkApiKey(key: string): Promise<boolean> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), TIMEOUT_MS);
  try {
    const url = environment().baseApiUrl + API_PATHS.checkApiKey(key);
    const response = await fetch(url, { cache: 'no-cache', signal: abort.signal });
    const answer: unknown = await response.json();
    return response.ok && isRecord(answer) && answer.valid === true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
