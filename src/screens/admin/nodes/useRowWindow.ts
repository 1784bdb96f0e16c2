import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';

/** Up to this many rows all are rendered, so that the browser's own search finds every one. */
const RENDER_ALL_UP_TO = 150;
const ROW_HEIGHT_PX = 60;
const OVERSCAN_ROWS = 8;

export interface RowWindow {
  /** The rows to render: from `first` up to, but not including, `last`. */
  first: number;
  last: number;
  /** The height of the rows that are left out, in pixels. */
  spaceBefore: number;
  spaceAfter: number;
  /** Whether all rows are rendered. */
  whole: boolean;
}

/** The position of the first row on the page. It changes: the note on old data and the search box above come and go. */
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

/** Which rows of a long table to render while the page scrolls: those in view and a few around them. */
export function useRowWindow(count: number, body: RefObject<HTMLElement | null>): RowWindow {
  const scrollMargin = useTop(body);
  const whole = count <= RENDER_ALL_UP_TO;
  // The lint rule warns because memoising this hook's functions would freeze the rows; this file memoises none.
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
