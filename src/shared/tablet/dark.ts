import { createListeners } from '#domain/listeners.ts';
import { createObservable, useObservable } from '#src/shared/state/observable.ts';

const dark = createObservable(false);

/** Called by the wall's cover when it appears and disappears. */
export const setDark = dark.set;

export const isWallDark = dark.get;

/** Whether the wall is covered. */
export function useWallDark(): boolean {
  return useObservable(dark);
}

const commands = createListeners<[on: boolean]>();

/** Calls the listener when the wall is woken or sent to sleep by a command; returns an unsubscribe function. */
export const onAwakeCommand = commands.subscribe;

export const commandAwake = commands.notify;
