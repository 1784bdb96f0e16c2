import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useRef, type RefObject, useLayoutEffect, useState } from 'react';
import type { NodeMark } from '#contract/nodes/schemas.ts';
import type { NodeStatus } from '#contract/nodes/socketEvents.ts';
import { agedBy, markText, type SortColumn, type SortOrder } from '#domain/nodes/nodeList.ts';
import type { NodesConnection } from './socket/nodesConnection.ts';
import { DayDescriptions, useDayStrips, NodeRow } from './NodeRow.tsx';
import styles from './NodeTable.module.css';

import { joinClasses } from '#src/shared/ui/element.ts';

interface ColumnHeaderProps {
  column: SortColumn;
  title: string;
  order: SortOrder;
  onSort: (column: SortColumn) => void;
}

const COLUMNS: readonly { column: SortColumn; title: string }[] = [
  { column: 'nodeId', title: 'Node ID' },
  { column: 'lastHeartbeat', title: 'Last Heartbeat' },
  { column: 'status', title: 'Status' },
];

interface Props {
  connection: NodesConnection | undefined;
  nodes: NodeStatus[];
  marks: ReadonlyMap<string, NodeMark>;
  elapsedMs: number;
  /** Whether the statuses are known to be old. */
  stale: boolean;
  order: SortOrder;
  onSort: (column: SortColumn) => void;
}

/** Renders only the rows in view, out of thousands perhaps; `aria-rowcount` tells screen readers the full number. */
export function NodeTable({ connection, nodes, marks, elapsedMs, stale, order, onSort }: Props) {
  const body = useRef<HTMLTableSectionElement>(null);
  const { first, last, spaceBefore, spaceAfter, whole } = useRowWindow(nodes.length, body);
  const drawn = nodes.slice(first, last);
  const strips = useDayStrips(connection, drawn);

  return (
    <>
      <table className={joinClasses(styles.table, stale && styles.stale)} aria-rowcount={nodes.length + 1}>
        <colgroup>
          <col className={styles.nodeColumn} />
          <col className={styles.dateColumn} />
          <col />
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {COLUMNS.map(({ column, title }) => (
              <ColumnHeader key={column} column={column} title={title} order={order} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {spaceBefore > 0 && <SpaceRow height={spaceBefore} />}
          {drawn.map((node, index) => (
            <NodeRow
              key={node.nodeId}
              nodeId={node.nodeId}
              lastHeartbeat={node.lastHeartbeat}
              ageMs={agedBy(node, elapsedMs)}
              strip={strips.get(node.nodeId)}
              mark={markText(marks.get(node.nodeId))}
              isFailing={marks.get(node.nodeId)?.isFailing === true}
              rowIndex={first + index + 2}
              fixedHeight={!whole}
            />
          ))}
          {spaceAfter > 0 && <SpaceRow height={spaceAfter} />}
        </tbody>
      </table>
      <DayDescriptions nodes={drawn} strips={strips} />
    </>
  );
}

/** An empty row, as high as the rows that are not rendered. */
function SpaceRow({ height }: { height: number }) {
  return <tr aria-hidden="true" style={{ height }} />;
}

function ColumnHeader({ column, title, order, onSort }: ColumnHeaderProps) {
  const sorted = order.column === column;
  const direction = order.descending ? 'descending' : 'ascending';
  return (
    <th scope="col" className={styles.header} aria-sort={sorted ? direction : undefined}>
      <button type="button" className={styles.sort} onClick={() => onSort(column)}>
        {title}
        <span className={sorted ? styles.arrow : styles.hiddenArrow} aria-hidden="true">
          {sorted && order.descending ? '▼' : '▲'}
        </span>
      </button>
    </th>
  );
}

/** Up to this many rows all are rendered, so that the browser's own search finds every one. */
const RENDER_ALL_UP_TO = 150;
const ROW_HEIGHT_PX = 60;
const OVERSCAN_ROWS = 8;

interface RowWindow {
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
function useRowWindow(count: number, body: RefObject<HTMLElement | null>): RowWindow {
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
