import { useEffect, useState } from 'react';
import { msToNextSecond } from '../../../domain/clock/clock.ts';

/** The time, anew with every second of the wall clock, and at once when the screen is looked at again. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      clearTimeout(timer);
      const moment = new Date();
      setNow(moment);
      timer = setTimeout(tick, msToNextSecond(moment.getTime()));
    };
    const look = () => {
      if (document.visibilityState === 'visible') tick();
    };
    tick();
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return now;
}
