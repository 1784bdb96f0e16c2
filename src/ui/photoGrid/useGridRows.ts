import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';
import { GRID_GAP_PX, tileSizeFor } from './gridGeometry.ts';

const OVERSCAN_ROWS = 2;

interface Options {
  container: RefObject<HTMLElement | null>;
  count: number;
  columnsFor: (width: number) => number;
  /** A photo whose row always stays in the document, so that its tile does not lose the focus. */
  keepIndex: number;
  /** While the page scrolls fast, no rows are rendered beyond the view's edges, since the next frame shows others. */
  scrollingFast: boolean;
}

interface GridRows {
  rows: { index: number; first: number; top: number }[];
  columns: number;
  tileSize: number;
  totalHeight: number;
  scrollToIndex: (index: number) => void;
}

interface Box {
  width: number;
  /** The distance from the top of the page to the top of the grid. */
  offset: number;
}

/** The container's place on the page, measured again whenever anything above or around it changes size. */
function useBox(container: RefObject<HTMLElement | null>): Box {
  const [box, setBox] = useState<Box>({ width: window.innerWidth, offset: 0 });
  useLayoutEffect(() => {
    const element = container.current;
    if (!element) return undefined;
    const measure = () => {
      const width = element.clientWidth || window.innerWidth;
      const offset = Math.round(element.getBoundingClientRect().top + window.scrollY);
      setBox((before) => (before.width === width && before.offset === offset ? before : { width, offset }));
    };
    measure();
    if (typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [container]);
  return box;
}

/** The grid's rows that are near the view, and the size of its tiles. */
export function useGridRows({ container, count, columnsFor, keepIndex, scrollingFast }: Options): GridRows {
  const { width, offset } = useBox(container);
  const columns = columnsFor(width);
  const tileSize = tileSizeFor(width, columns);
  const rowHeight = tileSize + GRID_GAP_PX;
  const rowCount = Math.ceil(count / columns);
  const keptRow = Math.floor(keepIndex / columns);

  // The lint rule warns because memoising this hook's functions would freeze the rows; this file memoises none.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count: rowCount,
    estimateSize: () => rowHeight,
    overscan: scrollingFast ? 0 : OVERSCAN_ROWS,
    scrollMargin: offset,
    rangeExtractor: (range) => {
      const visible = defaultRangeExtractor(range);
      return keptRow < rowCount && !visible.includes(keptRow) ? [...visible, keptRow].sort((a, b) => a - b) : visible;
    },
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);

  return {
    rows: virtualizer.getVirtualItems().map((row) => ({
      index: row.index,
      first: row.index * columns,
      top: row.start - offset,
    })),
    columns,
    tileSize,
    totalHeight: Math.max(0, rowCount * rowHeight - GRID_GAP_PX),
    scrollToIndex: (index) => virtualizer.scrollToIndex(Math.floor(index / columns)),
  };
}
