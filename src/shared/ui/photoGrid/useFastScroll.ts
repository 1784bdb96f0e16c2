import { useEffect, useState } from 'react';
import { isFastScroll } from './gridGeometry.ts';

/** When no scroll event has come for this long, the scrolling is over. */
const REST_MS = 120;

/** Whether the page scrolls faster than anyone can look at pictures. */
export function useFastScroll(): boolean {
  const [isFast, setIsFast] = useState(false);
  useEffect(() => {
    let last = { top: window.scrollY, atMs: performance.now() };
    let rest: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      const now = { top: window.scrollY, atMs: performance.now() };
      const step = { movedPx: now.top - last.top, ms: now.atMs - last.atMs, viewPx: window.innerHeight };
      setIsFast(isFastScroll(step));
      last = now;
      clearTimeout(rest);
      rest = setTimeout(() => setIsFast(false), REST_MS);
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      window.removeEventListener('scroll', onScroll);
      clearTimeout(rest);
    };
  }, []);
  return isFast;
}
