import { useEffect, useRef, type RefObject } from 'react';
import type { Game } from '../../../domain/codenames/game.ts';

/** A stage's buttons go with it. Whoever had the focus on one gets it on the next stage's first, or on the title. */
export function useStageFocus(screen: RefObject<HTMLElement | null>, stage: Game['stage']): void {
  const before = useRef(stage);
  useEffect(() => {
    const left = before.current;
    before.current = stage;
    if (left === stage || left === 'restoring' || document.activeElement !== document.body) return;
    const next =
      screen.current?.querySelector<HTMLElement>('[data-first]:enabled') ?? screen.current?.querySelector('h1');
    next?.focus({ preventScroll: true });
  }, [screen, stage]);
}
