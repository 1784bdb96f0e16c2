import { type RefObject, useLayoutEffect, useState } from 'react';
import type { Size } from '#domain/viewer/zoom.ts';

/** The size of the stage, followed while the window or the panel beside it changes. */
export function useStageSize(stage: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: window.innerWidth, height: window.innerHeight });
  useLayoutEffect(() => {
    const element = stage.current;
    if (!element) return undefined;
    const measure = () => {
      // Nothing has a size in a browser without a window.
      const width = element.clientWidth || window.innerWidth;
      const height = element.clientHeight || window.innerHeight;
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }));
    };
    measure();
    if (typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [stage]);
  return size;
}
