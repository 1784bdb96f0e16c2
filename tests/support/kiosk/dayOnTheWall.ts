import { vi } from 'vitest';
import { hash32 } from '#domain/hash32.ts';
import { photoOnScreen } from '#src/shared/tablet/slideshowControl.ts';
import { storeTablet } from '#src/shared/device/storedTablet.ts';

export const KEY = 'key';
export const NOON = Date.UTC(2026, 0, 31, 12);
/** The minute of noon, as the diary counts minutes. */
export const FIRST = NOON / 60_000;
export const FIRST_LOOK_MS = 5_000;
export const PHOTO = { filename: 'a.jpg', albumSlug: 'summer' };
export const shown = { shows: 'photo', photo: hash32('summer/a.jpg') };

export const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

const open: { close: () => void }[] = [];
/** Closes it at the end of the day. */
export function opened<Closed extends { close: () => void }>(one: Closed): Closed {
  open.push(one);
  return one;
}

/** Begins a day on a wall, at noon in fake time, with a photo on it. */
export function beginAtNoon(): void {
  vi.useFakeTimers({ now: NOON });
  localStorage.clear();
  storeTablet(KEY, {});
  photoOnScreen.set(PHOTO);
}

export function endDay(): void {
  for (const one of open.splice(0)) one.close();
  photoOnScreen.set(undefined);
  localStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
}
