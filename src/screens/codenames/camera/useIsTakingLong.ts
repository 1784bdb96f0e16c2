import { useEffect, useState } from 'react';

/** Whether something has been waited for longer than people like. */
export function useIsTakingLong(waiting: boolean, afterMs: number): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setTimeout(setLate, afterMs, true);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [waiting, afterMs]);
  return late;
}
