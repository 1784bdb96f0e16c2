import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';

interface GridFocus {
  /** Moves the focus to the tile that has just become the active one. */
  toActive: () => void;
  /** Makes the focus return to the active tile when the grid is no longer suspended. */
  remember: () => void;
}

function focusActive(container: HTMLElement | null): void {
  container?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus({ preventScroll: true });
}

/** Keeps the keyboard focus on the grid's active tile: the one button with tabindex 0. */
export function useGridFocus(container: RefObject<HTMLElement | null>, suspended: boolean): GridFocus {
  const wanted = useRef(false);

  useLayoutEffect(() => {
    if (suspended || !wanted.current) return;
    wanted.current = false;
    focusActive(container.current);
  }, [suspended, container]);

  // Waits for the next frame, because the tile may be rendered only together with the new active index.
  const toActive = useCallback(() => {
    requestAnimationFrame(() => focusActive(container.current));
  }, [container]);
  const remember = useCallback(() => {
    wanted.current = true;
  }, []);
  return { toActive, remember };
}
