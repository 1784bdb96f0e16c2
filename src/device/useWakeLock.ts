import { useEffect } from 'react';

/**
 * Keeps the screen on while the component is mounted. The platform takes the lock away whenever the page is hidden, so
 * it is asked for again each time the page is seen; a refusal (low battery, no such API) is nothing to act on.
 */
export function useWakeLock(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return undefined;
    let lock: WakeLockSentinel | undefined;
    let unmounted = false;

    const ask = async () => {
      if (document.visibilityState !== 'visible' || (lock && !lock.released)) return;
      try {
        const granted = await navigator.wakeLock.request('screen');
        if (unmounted) await granted.release();
        else lock = granted;
      } catch {
        lock = undefined;
      }
    };
    const askQuietly = () => void ask();

    askQuietly();
    document.addEventListener('visibilitychange', askQuietly);
    return () => {
      unmounted = true;
      document.removeEventListener('visibilitychange', askQuietly);
      void lock?.release();
    };
  }, []);
}
