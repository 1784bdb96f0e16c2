import { useSyncExternalStore } from 'react';
import { createListeners } from '#domain/listeners.ts';

/** A value outside React whose changes screens can subscribe to. */
export interface Observable<T> {
  get: () => T;
  set: (value: T) => void;
  subscribe: (listener: () => void) => () => void;
}

export function createObservable<T>(initial: T): Observable<T> {
  let current = initial;
  const { subscribe, notify } = createListeners();
  return {
    get: () => current,
    set(value) {
      if (Object.is(value, current)) return;
      current = value;
      notify();
    },
    subscribe,
  };
}

export function useObservable<T>({ subscribe, get }: Pick<Observable<T>, 'subscribe' | 'get'>): T {
  return useSyncExternalStore(subscribe, get);
}
