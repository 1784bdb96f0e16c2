import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';

interface GridFocus {
  /** Moves the focus to the tile that has just become the active one, as soon as it is rendered as such. */
  toActive: (index: number) => void;
  /** Makes the focus return to the active tile when the grid is no longer suspended. */
  remember: () => void;
}

function focusActive(container: HTMLElement | null): void {
  container?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus({ preventScroll: true });
}

/** Rendering takes one frame or two, on a slow device a few more. */
const FRAMES = 30;

function focusWhenActive(container: RefObject<HTMLElement | null>, index: number, frames: number): void {
  requestAnimationFrame(() => {
    const tile = container.current?.querySelector<HTMLElement>(`button[tabindex="0"][data-index="${index}"]`);
    if (tile) {
      tile.focus({ preventScroll: true });
      // The grid has scrolled to the row, but a bar at the window's edge may cover it; the page's padding leaves room
      // for that.
      tile.scrollIntoView({ block: 'nearest' });
    } else if (frames > 1) focusWhenActive(container, index, frames - 1);
  });
}

/** Keeps the keyboard focus on the grid's active tile: the one button with tabindex 0. */
export function useGridFocus(container: RefObject<HTMLElement | null>, suspended: boolean): GridFocus {
  const wanted = useRef(false);

  useLayoutEffect(() => {
    if (suspended || !wanted.current) return;
    wanted.current = false;
    focusActive(container.current);
  }, [suspended, container]);

  const toActive = useCallback((index: number) => focusWhenActive(container, index, FRAMES), [container]);
  const remember = useCallback(() => {
    wanted.current = true;
  }, []);
  return { toActive, remember };
}
