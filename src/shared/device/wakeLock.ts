/**
 * Keeps the screen on until the returned function is called. The platform releases the lock whenever the page is
 * hidden, so it is requested again each time the page becomes visible. When the platform denies it, nothing can be
 * done.
 */
export function keepScreenOn(): () => void {
  if (!('wakeLock' in navigator)) return () => undefined;
  let lock: WakeLockSentinel | undefined;
  let isOver = false;

  const request = async () => {
    if (document.visibilityState !== 'visible' || (lock && !lock.released)) return;
    try {
      const granted = await navigator.wakeLock.request('screen');
      if (isOver) await granted.release();
      else lock = granted;
    } catch {
      lock = undefined;
    }
  };
  const requestQuietly = () => void request();

  requestQuietly();
  document.addEventListener('visibilitychange', requestQuietly);
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', requestQuietly);
    void lock?.release();
  };
}
