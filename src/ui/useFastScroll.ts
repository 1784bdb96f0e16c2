import { useEffect, useState } from 'react';
import { isFastScroll } from './gridGeometry.ts';

/** Without a scroll event for this long the page has come to rest. */
const REST_MS = 120;

/** Whether the page scrolls faster than anyone can look. */
export function useFastScroll(): boolean {
  const [isFast, setFast] = useState(false);
  useEffect(() => {
    let last = { top: window.scrollY, atMs: performance.now() };
    let rest: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      const now = { top: window.scrollY, atMs: performance.now() };
      const step = { movedPx: now.top - last.top, ms: now.atMs - last.atMs, viewPx: window.innerHeight };
      setFast(isFastScroll(step));
      last = now;
      clearTimeout(rest);
      rest = setTimeout(() => setFast(false), REST_MS);
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      window.removeEventListener('scroll', onScroll);
      clearTimeout(rest);
    };
  }, []);
  return isFast;
}
