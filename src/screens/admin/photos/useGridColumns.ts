import { useSyncExternalStore } from 'react';

/** SPEC §2: 3 columns, 4 on wide screens, 5 on very wide ones. */
const WIDE_PX = 1024;
const VERY_WIDE_PX = 1280;

function subscribe(listener: () => void): () => void {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
}

function columns(): number {
  if (window.innerWidth >= VERY_WIDE_PX) return 5;
  return window.innerWidth >= WIDE_PX ? 4 : 3;
}

export function useGridColumns(): number {
  return useSyncExternalStore(subscribe, columns);
}
