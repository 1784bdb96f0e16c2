import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useMemo, useState } from 'react';
import { GRID_GAP_PX, type GridRow, HEADING_PX, rowAt, rowsOf, tileSizeFor } from './gridGeometry.ts';

const OVERSCAN_ROWS = 2;

interface Options {
  container: RefObject<HTMLElement | null>;
  count: number;
  /** The number of photos in each section; one section without a heading when there are none. */
  sections: readonly { count: number }[];
  columnsFor: (width: number) => number;
  /** A photo whose row always stays in the document, so that its tile does not lose the focus. */
  keepIndex: number;
  /** While the page scrolls fast, no rows are rendered beyond the view's edges, since the next frame shows others. */
  scrollingFast: boolean;
}

/** A row that is near the view. */
export interface PlacedRow extends GridRow {
  key: number;
  /** The top of the row's tiles; its heading, if it has one, is above. */
  top: number;
}

interface GridRows {
  placed: PlacedRow[];
  rows: readonly GridRow[];
  tileSize: number;
  totalHeight: number;
  /** The tops of the sections on the page. */
  sectionTops: readonly number[];
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
export function useGridRows({ container, count, sections, columnsFor, keepIndex, scrollingFast }: Options): GridRows {
  const { width, offset } = useBox(container);
  const columns = columnsFor(width);
  const tileSize = tileSizeFor(width, columns);
  const rowHeight = tileSize + GRID_GAP_PX;
  const headingPx = sections.length > 0 ? HEADING_PX : 0;
  const rows = useMemo(
    () => rowsOf(sections.length > 0 ? sections.map((section) => section.count) : [count], columns),
    [sections, count, columns],
  );
  const pinnedRow = rowAt(rows, keepIndex);

  // The lint rule warns because memoising this hook's functions would freeze the rows; this file memoises none.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (at) => rowHeight + (rows[at]?.section === undefined ? 0 : headingPx),
    overscan: scrollingFast ? 0 : OVERSCAN_ROWS,
    scrollMargin: offset,
    rangeExtractor: (range) => {
      const visible = defaultRangeExtractor(range);
      return pinnedRow < rows.length && !visible.includes(pinnedRow)
        ? [...visible, pinnedRow].sort((a, b) => a - b)
        : visible;
    },
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight, rows]);

  const sectionTops = useMemo(() => {
    const starts = rows.flatMap(({ section }, at) => (section === undefined ? [] : [at]));
    return starts.map((at, section) => offset + at * rowHeight + section * headingPx);
  }, [rows, rowHeight, headingPx, offset]);

  const placed = virtualizer.getVirtualItems().flatMap(({ index, start }) => {
    const row = rows[index];
    const top = start - offset + (row?.section === undefined ? 0 : headingPx);
    return row ? [{ ...row, key: index, top }] : [];
  });
  return {
    placed,
    rows,
    tileSize,
    totalHeight: Math.max(0, rows.length * rowHeight + sections.length * headingPx - GRID_GAP_PX),
    sectionTops,
    scrollToIndex: (index) => virtualizer.scrollToIndex(rowAt(rows, index)),
  };
}
