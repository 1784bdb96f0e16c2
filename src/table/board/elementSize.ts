import { type RefObject, useLayoutEffect, useState } from 'react';
import type { Size } from '#domain/framing.ts';

/** An element's inner size in CSS pixels. */
export function elementSize(element: HTMLElement): Size {
  return { width: element.clientWidth, height: element.clientHeight };
}

/** An element's inner size, measured before the first paint and whenever it changes. */
export function useElementSize(ref: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const measure = () => setSize(elementSize(element));
    measure();
    // jsdom, in which the component tests run, has no ResizeObserver.
    if (!('ResizeObserver' in window)) return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return size;
}

/** A fraction of a box as a CSS length in it. */
export function percent(fraction: number): string {
  return `${fraction * 100}%`;
}
