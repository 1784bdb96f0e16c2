import { useLayoutEffect, useState, type RefObject } from 'react';
import type { Size } from '../../../domain/codenames/framing.ts';
import { elementSize } from '../camera/capturePhoto.ts';

/** An element's inner size, measured before the first paint and whenever it changes. */
export function useSize(ref: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const measure = () => setSize(elementSize(element));
    measure();
    // Absent where there is no layout to observe: in tests without a browser.
    if (!('ResizeObserver' in window)) return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return size;
}
