import { useEffect, useState } from 'react';

/** True once `waiting` has been true for `afterMs`; false again as soon as the wait is over. */
export function useIsTakingLong(waiting: boolean, afterMs: number): boolean {
  const [isTakingLong, setIsTakingLong] = useState(false);
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setTimeout(setIsTakingLong, afterMs, true);
    return () => {
      clearTimeout(timer);
      setIsTakingLong(false);
    };
  }, [waiting, afterMs]);
  return isTakingLong;
}
