import { useObservable } from '../state/observable.ts';

/** Asked once: Chromium keeps every query that was ever made. Undefined where there is no screen. */
const query = typeof window.matchMedia === 'function' ? window.matchMedia('(orientation: landscape)') : undefined;

function subscribe(listener: () => void): () => void {
  query?.addEventListener('change', listener);
  return () => query?.removeEventListener('change', listener);
}

const landscape = { subscribe, get: () => query?.matches ?? false };

/** Whether the screen is wider than high at the moment. */
export function useLandscape(): boolean {
  return useObservable(landscape);
}
