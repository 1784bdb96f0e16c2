import { get, set } from 'idb-keyval';
import { LARGE_IMAGE } from '#contract/paths.ts';
import { RECORDS } from '#contract/storageKeys.ts';
import { withTimeout } from '#domain/timing.ts';

/** An image waits for this record, and some browsers' IndexedDB has been seen to hang. */
const READ_TIMEOUT_MS = 1_000;

let isLarge: Promise<boolean> | undefined;

/** Whether the device's screen has so many pixels that medium images look soft on it, as a page has told. */
export function isScreenLarge(): Promise<boolean> {
  isLarge ??= read();
  return isLarge;
}

async function read(): Promise<boolean> {
  try {
    const stored: Promise<unknown> = get(RECORDS.largeScreen);
    return (await withTimeout(stored, READ_TIMEOUT_MS, () => undefined)) === true;
  } catch {
    return false;
  }
}

/** Call when a page reports the number of pixels along the screen's longer side. */
export async function noteScreen(longSide: number): Promise<void> {
  const now = longSide >= LARGE_IMAGE.fromScreenPixels;
  if ((await isScreenLarge()) === now) return;
  isLarge = Promise.resolve(now);
  try {
    await set(RECORDS.largeScreen, now);
  } catch {
    // The next page tells it again.
  }
}
