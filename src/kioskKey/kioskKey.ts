import { LOCAL_STORAGE } from '../contract/storageKeys.ts';
import { MESSAGES } from '../domain/messages.ts';
import { checkApiKey } from './checkApiKey.ts';

const checks = new Map<string, Promise<boolean>>();

/**
 * For the guard of the kiosk's pages, which every navigation passes: the server is asked once for each key and page
 * life. A 'no' is not kept, since it may only mean that the server could not be reached.
 */
export function isKeyVerified(key: string): Promise<boolean> {
  const earlier = checks.get(key);
  if (earlier) return earlier;
  const check = checkApiKey(key).then((valid) => {
    if (!valid) checks.delete(key);
    return valid;
  });
  checks.set(key, check);
  return check;
}

/**
 * Ends a key on this page, whoever found out that the server does not take it: the guard, a call, or the service worker
 * (which has deleted what it stored for the key, the launch record too). Returns where the page goes now.
 */
export function endKey(key: string) {
  checks.delete(key);
  forgetSlideshowPositions();
  return { to: '/', search: { error: MESSAGES.apiKeyInvalid }, replace: true } as const;
}

/** They hold addresses of photos, and a photo's address opens it without a key. */
function forgetSlideshowPositions(): void {
  try {
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith(LOCAL_STORAGE.slideshowPosition)) localStorage.removeItem(name);
    }
  } catch {
    // Without storage there is nothing to forget.
  }
}
