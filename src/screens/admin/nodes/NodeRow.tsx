import { memo } from 'react';
import { heartbeatAge, NEVER, punctuality } from '../../../domain/nodes/heartbeatAge.ts';
import type { Quarter } from '../../../domain/nodes/dayStrip.ts';
import { mediumDate } from '../../../domain/clock/mediumDate.ts';
import { DayStrip } from './DayStrip.tsx';
import { PunctualityMark } from './PunctualityMark.tsx';
import styles from './NodeRow.module.css';

export function describingId(nodeId: string): string {
  return `day-of-${encodeURIComponent(nodeId)}`;
}

interface Props {
  nodeId: string;
  lastHeartbeat: string | null;
  ageMs: number | null;
  strip: Quarter[] | undefined;
  /** Its place in the whole list, of which perhaps only a part is drawn. */
  rowIndex: number;
  fixedHeight: boolean;
}

export const NodeRow = memo(function NodeRow({ nodeId, lastHeartbeat, ageMs, strip, rowIndex, fixedHeight }: Props) {
  const level = punctuality(ageMs);
  return (
    <tr className={fixedHeight ? `${styles.row} ${styles.fixed}` : styles.row} aria-rowindex={rowIndex}>
      <td className={styles.node} aria-describedby={strip && describingId(nodeId)}>
        <span className={styles.id} title={nodeId}>
          {nodeId}
        </span>
        <DayStrip strip={strip} />
      </td>
      <td className={styles.date}>{lastHeartbeat === null ? NEVER : mediumDate(lastHeartbeat)}</td>
      <td className={`${styles.status} ${styles[level] ?? ''}`}>
        <PunctualityMark of={level} />
        {heartbeatAge(ageMs)}
      </td>
    </tr>
  );
});
