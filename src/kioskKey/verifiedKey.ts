import { checkApiKey } from './checkApiKey.ts';

const checks = new Map<string, Promise<boolean>>();

/**
 * The guard's question, asked of the server once a key and page life: every navigation within the kiosk asks it. A
 * "no" is not kept, since it may only mean that nobody could be reached.
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

/** After a call with this key was refused: the next navigation asks again. */
export function forgetVerifiedKey(key: string): void {
  checks.delete(key);
}
