import type { NodeStatus } from '#contract/schemas/sockets.ts';
import type { Punctuality } from '#domain/nodes/heartbeatAge.ts';
import { lateNodesText } from '#domain/nodes/lateNodesText.ts';
import { countNodes } from '#domain/nodes/nodeList.ts';
import { PunctualityMark } from './PunctualityMark.tsx';
import styles from './Summary.module.css';

interface Props {
  statuses: readonly NodeStatus[];
  elapsedMs: number;
}

/** The number of late nodes, and the time for which they are late. */
export function Summary({ statuses, elapsedMs }: Props) {
  const { onTime, late, silent, never } = countNodes(statuses, elapsedMs);
  const parts: { level: Punctuality; text: string; count: number }[] = [
    { level: 'onTime', text: `${onTime} on time`, count: onTime },
    { level: 'late', text: `${late} silent for a minute or more`, count: late },
    { level: 'silent', text: `${silent} for more than a day`, count: silent },
    { level: 'never', text: `${never} never heard`, count: never },
  ];
  const there = parts.filter(({ count }) => count > 0);
  if (statuses.length === 0) return null;
  return (
    <div className={styles.summary}>
      <p className={styles.headline}>{lateNodesText(late + silent + never, statuses.length)}</p>
      {there.length > 1 && (
        <ul className={styles.parts}>
          {there.map(({ level, text }) => (
            <li key={level} className={styles.part}>
              <PunctualityMark of={level} />
              {text}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
