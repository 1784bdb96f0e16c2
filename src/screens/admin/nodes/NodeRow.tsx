import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { mediumDate } from '#domain/clock/mediumDate.ts';
import type { Quarter } from '#domain/nodes/dayStrip.ts';
import { heartbeatAge, NEVER, punctuality } from '#domain/nodes/nodeList.ts';
import { DayStrip } from '../day/DayStrip.tsx';
import { dayDescriptionId } from './DayDescriptions.tsx';
import styles from './NodeRow.module.css';
import { PunctualityMark } from './PunctualityMark.tsx';
import shapes from '#src/ui/shapes.module.css';

interface Props {
  nodeId: string;
  lastHeartbeat: string | null;
  ageMs: number | null;
  strip: Quarter[] | undefined;
  /** Such as 'muted'. */
  mark: string | undefined;
  /** The row's number in the whole table, of which perhaps only a part is rendered. */
  rowIndex: number;
  fixedHeight: boolean;
}

export const NodeRow = memo(function NodeRow({
  nodeId,
  lastHeartbeat,
  ageMs,
  strip,
  mark,
  rowIndex,
  fixedHeight,
}: Props) {
  const level = punctuality(ageMs);
  return (
    <tr className={fixedHeight ? `${styles.row} ${styles.fixed}` : styles.row} aria-rowindex={rowIndex}>
      <td aria-describedby={strip && dayDescriptionId(nodeId)}>
        <NodeLink nodeId={nodeId} />
        <DayStrip strip={strip} />
      </td>
      <td className={styles.date}>{lastHeartbeat === null ? NEVER : mediumDate(lastHeartbeat)}</td>
      <td className={`${styles.status} ${styles[level] ?? ''}`}>
        <PunctualityMark of={level} />
        {heartbeatAge(ageMs)}
        {mark && <span className={`${shapes.small} ${styles.mark}`}> {mark}</span>}
      </td>
    </tr>
  );
});

/** Apart from the row, because the row's age changes every second, and a link takes far longer to render than a text. */
const NodeLink = memo(function NodeLink({ nodeId }: { nodeId: string }) {
  return (
    <Link
      to="/admin/circuit-tree/nodes/$id"
      params={{ id: nodeId }}
      className={`${shapes.words} ${styles.id}`}
      title={nodeId}
    >
      {nodeId}
    </Link>
  );
});
