import { createObservable, useObservable } from '../state/observable.ts';

const dark = createObservable(false);

/** Called by the wall's cover when it appears and when it goes. */
export const setDark = dark.set;

export const isWallDark = dark.get;

/** Whether the wall is covered. */
export function useWallDark(): boolean {
  return useObservable(dark);
}

type Listener = (on: boolean) => void;

const listeners = new Set<Listener>();

/** Called by the programme, which wakes the wall and sends it to sleep; returns an unsubscribe function. */
export function onAwakeCommand(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function commandAwake(on: boolean): void {
  for (const listener of listeners) listener(on);
}
