import { useEffect, useRef } from 'react';
import { waitLeftMs, type ClockReading, type Slideshow } from '#domain/slideshow/slideshow.ts';

export function clockReading(): ClockReading {
  return { monotonicMs: performance.now(), wallMs: Date.now() };
}

interface Options {
  onDue: () => void;
  /** Nothing moves while nobody can see it. */
  isPaused: boolean;
}

/**
 * The only timer of the slideshow. A hidden page does not move on to the next photo. If the photo's time is over when
 * the page becomes visible again, the slideshow moves on once.
 */
export function useSlideTimer(state: Slideshow, { onDue, isPaused }: Options): void {
  const due = useRef(onDue);
  useEffect(() => {
    due.current = onDue;
  }, [onDue]);

  useEffect(() => {
    if (isPaused) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const cancel = () => clearTimeout(timer);
    const schedule = () => {
      cancel();
      const left = waitLeftMs(state, clockReading());
      if (left === undefined || document.visibilityState === 'hidden') return;
      if (left > 0) timer = setTimeout(schedule, left);
      else due.current();
    };
    schedule();
    document.addEventListener('visibilitychange', schedule);
    window.addEventListener('pageshow', schedule);
    window.addEventListener('focus', schedule);
    return () => {
      cancel();
      document.removeEventListener('visibilitychange', schedule);
      window.removeEventListener('pageshow', schedule);
      window.removeEventListener('focus', schedule);
    };
  }, [state, isPaused]);
}
