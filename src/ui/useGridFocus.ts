import { useCallback, useLayoutEffect, useRef, type RefObject } from 'react';

interface GridFocus {
  /** Focuses the tile that has just been made the active one. */
  toActive: () => void;
  /** The focus goes back to the active tile when what it opened is closed. */
  remember: () => void;
}

function focusActive(container: HTMLElement | null): void {
  container?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus({ preventScroll: true });
}

export function useGridFocus(container: RefObject<HTMLElement | null>, suspended: boolean): GridFocus {
  const wanted = useRef(false);

  useLayoutEffect(() => {
    if (suspended || !wanted.current) return;
    wanted.current = false;
    focusActive(container.current);
  }, [suspended, container]);

  // The tile may only come into the document with the render that the new active index causes.
  const toActive = useCallback(() => {
    requestAnimationFrame(() => focusActive(container.current));
  }, [container]);
  const remember = useCallback(() => {
    wanted.current = true;
  }, []);
  return { toActive, remember };
}
