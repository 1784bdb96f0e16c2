import { createObservable, useObservable } from '../state/observable.ts';

const dark = createObservable(false);

/** Called by the night's cover when it appears and when it goes. */
export const setDark = dark.set;

/** Whether the night covers the wall. */
export function useWallDark(): boolean {
  return useObservable(dark);
}
