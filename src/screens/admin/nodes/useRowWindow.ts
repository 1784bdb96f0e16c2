import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';

/** Up to here all rows are drawn: the browser's own search finds them, and nothing can go wrong. */
const DRAW_ALL_UP_TO = 150;
const ROW_HEIGHT_PX = 60;
const OVERSCAN_ROWS = 8;

export interface RowWindow {
  /** The rows from `first` up to, not including, `last` are to be drawn. */
  first: number;
  last: number;
  spaceBefore: number;
  spaceAfter: number;
  /** All rows are drawn. */
  whole: boolean;
}

/** Where on the page the rows begin: what stands above them comes and goes (the note on old data, the search box). */
function useTop(body: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const element = body.current;
    if (!element) return undefined;
    const measure = () => setTop(Math.round(element.getBoundingClientRect().top + window.scrollY));
    measure();
    if (typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [body]);
  return top;
}

/** Which rows of a long table are in view while the page scrolls. */
export function useRowWindow(count: number, body: RefObject<HTMLElement | null>): RowWindow {
  const scrollMargin = useTop(body);
  const whole = count <= DRAW_ALL_UP_TO;
  // The library's functions read what changed since the last render; nothing here memoises them.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useWindowVirtualizer({
    count,
    enabled: !whole,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: OVERSCAN_ROWS,
    scrollMargin,
  });

  const items = rows.getVirtualItems();
  const firstItem = items[0];
  const lastItem = items.at(-1);
  if (whole || !firstItem || !lastItem) {
    return { first: 0, last: whole ? count : Math.min(count, OVERSCAN_ROWS), spaceBefore: 0, spaceAfter: 0, whole };
  }
  const last = lastItem.index + 1;
  return {
    first: firstItem.index,
    last,
    spaceBefore: firstItem.index * ROW_HEIGHT_PX,
    spaceAfter: (count - last) * ROW_HEIGHT_PX,
    whole,
  };
}
