import { LOCAL_STORAGE } from '#contract/storageKeys.ts';

// The secret by which this device proves that it is the tablet, and not somebody who has read its key. It is deleted
// with the key.

export function deviceSecret(): string | undefined {
  try {
    return localStorage.getItem(LOCAL_STORAGE.deviceSecret) ?? undefined;
  } catch {
    return undefined;
  }
}

export function rememberDeviceSecret(secret: string): void {
  try {
    localStorage.setItem(LOCAL_STORAGE.deviceSecret, secret);
  } catch {
    // Without storage the tablet cannot prove itself later: then an admin connects it again.
  }
}
