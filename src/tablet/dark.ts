import { createListeners } from '#domain/listeners.ts';
import { createObservable, useObservable } from '../state/observable.ts';

const dark = createObservable(false);

/** Called by the wall's cover when it appears and when it goes. */
export const setDark = dark.set;

export const isWallDark = dark.get;

/** Whether the wall is covered. */
export function useWallDark(): boolean {
  return useObservable(dark);
}

const commands = createListeners<[on: boolean]>();

/** Called by the programme, which wakes the wall and sends it to sleep; returns an unsubscribe function. */
export const onAwakeCommand = commands.subscribe;

export const commandAwake = commands.notify;
