import { useEffect } from 'react';

/** Reloads values that may have changed while the page was in the background. */
export function useReloadWhenShown(reload: () => Promise<void>): void {
  useEffect(() => {
    const onVisibilityChange = () => {
      if (document.visibilityState === 'visible') void reload();
    };
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => document.removeEventListener('visibilitychange', onVisibilityChange);
  }, [reload]);
}
