import { useEffect } from 'react';

const ACTIVITY = ['pointerdown', 'keydown', 'click'] as const;

/**
 * Calls `onIdle` after `delayMs` without a touch, a key or a click. Timers stand still while a device sleeps, so the
 * deadline is compared with the clock when the page becomes visible again.
 */
export function useIdle(waiting: boolean, delayMs: number, onIdle: () => void): void {
  useEffect(() => {
    if (!waiting) return undefined;
    let deadline = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const restart = () => {
      clearTimeout(timer);
      deadline = Date.now() + delayMs;
      timer = setTimeout(onIdle, delayMs);
    };
    const check = () => {
      if (Date.now() >= deadline) onIdle();
    };
    restart();
    for (const type of ACTIVITY) window.addEventListener(type, restart, true);
    document.addEventListener('visibilitychange', check);
    return () => {
      clearTimeout(timer);
      for (const type of ACTIVITY) window.removeEventListener(type, restart, true);
      document.removeEventListener('visibilitychange', check);
    };
  }, [waiting, delayMs, onIdle]);
}
