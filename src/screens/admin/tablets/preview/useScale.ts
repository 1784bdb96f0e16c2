import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

interface Scale {
  /** The element that what is drawn has to fit into. */
  frame: RefObject<HTMLDivElement | null>;
  scale: number;
}

/** By how much something so many pixels wide is made smaller to fit into an element. */
export function useScale(width: number): Scale {
  const frame = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(0);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const measure = () => setScale(element.clientWidth / width);
    measure();
    if (typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [width]);
  return { frame, scale };
}
