/** The functions that are called at each event of one kind. */
export interface Listeners<Parts extends unknown[]> {
  /** Returns an unsubscribe function. */
  subscribe: (listener: (...event: Parts) => void) => () => void;
  notify: (...event: Parts) => void;
}

export function createListeners<Parts extends unknown[] = []>(): Listeners<Parts> {
  const listeners = new Set<(...event: Parts) => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify(...event) {
      for (const listener of listeners) listener(...event);
    },
  };
}
