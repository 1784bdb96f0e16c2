import { API_PATHS, OLD_TABLET_PAGE } from '#contract/paths.ts';
import { API_KEY_PARAMETER } from '#domain/access/kioskAddress.ts';
import { parameterIn } from '#domain/oldTablets/parameterIn.ts';
import { isRecord, textOf } from '#domain/records.ts';
import { askProving } from './ask.ts';
import { deviceSecret, replaceKey, successorOf } from './memory.ts';

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

export function pageAddress(key: string): string {
  return `${OLD_TABLET_PAGE}?${API_KEY_PARAMETER}=${encodeURIComponent(key)}`;
}
