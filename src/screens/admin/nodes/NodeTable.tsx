import { useRef } from 'react';
import type { NodeStatus } from '#contract/schemas/sockets.ts';
import { agedBy, type SortColumn, type SortOrder } from '#domain/nodes/nodeList.ts';
import type { NodesConnection } from '#src/realtime/nodesConnection.ts';
import { DayDescriptions } from './DayDescriptions.tsx';
import { NodeRow } from './NodeRow.tsx';
import styles from './NodeTable.module.css';
import { useDayStrips } from './useDayStrips.ts';
import { useRowWindow } from './useRowWindow.ts';
import shapes from '#src/ui/shapes.module.css';

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
  marks: ReadonlyMap<string, string>;
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
      <table className={stale ? `${styles.table} ${styles.stale}` : styles.table} aria-rowcount={nodes.length + 1}>
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
              mark={marks.get(node.nodeId)}
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
      <button
        type="button"
        className={`${shapes.words} ${shapes.fine} ${shapes.wide} ${styles.sort}`}
        onClick={() => onSort(column)}
      >
        {title}
        <span className={sorted ? styles.arrow : styles.hiddenArrow} aria-hidden="true">
          {sorted && order.descending ? '▼' : '▲'}
        </span>
      </button>
    </th>
  );
}
