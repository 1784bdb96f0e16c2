import { type RefObject, useEffect, useRef } from 'react';
import type { Game } from '#domain/codenames/game.ts';

/**
 * When a stage ends, its focused button disappears and the focus would be lost. So the focus moves to the first button
 * of the next stage, or to the title.
 */
export function useStageFocus(screen: RefObject<HTMLElement | null>, stage: Game['stage']): void {
  const shown = useRef(stage);
  useEffect(() => {
    const previous = shown.current;
    shown.current = stage;
    if (previous === stage || previous === 'restoring' || document.activeElement !== document.body) return;
    const next =
      screen.current?.querySelector<HTMLElement>('[data-first]:enabled') ?? screen.current?.querySelector('h1');
    next?.focus({ preventScroll: true });
  }, [screen, stage]);
}
