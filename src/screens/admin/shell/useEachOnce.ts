import { useCallback, useRef } from 'react';

/** Runs an action unless the one of the same name is under way: an impatient second press does nothing. */
export function useEachOnce(): (name: string, act: () => Promise<void>) => Promise<void> {
  const running = useRef(new Set<string>());
  return useCallback(async (name, act) => {
    if (running.current.has(name)) return;
    running.current.add(name);
    try {
      await act();
    } finally {
      running.current.delete(name);
    }
  }, []);
}
