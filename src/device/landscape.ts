import { useSyncExternalStore } from 'react';

/** Asked once: Chromium keeps every query that was ever made. Undefined where there is no screen. */
const query = typeof window.matchMedia === 'function' ? window.matchMedia('(orientation: landscape)') : undefined;

function subscribe(listener: () => void): () => void {
  query?.addEventListener('change', listener);
  return () => query?.removeEventListener('change', listener);
}

/** Whether the screen is wider than high at the moment. */
export function useLandscape(): boolean {
  return useSyncExternalStore(subscribe, () => query?.matches ?? false);
}
