import type { NodeStatus } from '../../contract/entities.ts';
import { countNodes } from '../../domain/nodeList.ts';
import styles from './Summary.module.css';

interface Props {
  statuses: readonly NodeStatus[];
  elapsedMs: number;
}

function headline(late: number, total: number): string {
  if (late === 0) return total === 1 ? 'The node is on time' : `All ${total} nodes are on time`;
  return `${late} of ${total} ${total === 1 ? 'node is' : 'nodes are'} late`;
}

/** How many are late, and how badly. */
export function Summary({ statuses, elapsedMs }: Props) {
  const { onTime, late, silent, never } = countNodes(statuses, elapsedMs);
  const parts = [
    { look: styles.onTime, text: `${onTime} on time`, count: onTime },
    { look: styles.late, text: `${late} silent for a minute or more`, count: late },
    { look: styles.silent, text: `${silent} for more than a day`, count: silent },
    { look: styles.never, text: `${never} never heard`, count: never },
  ].filter(({ count }) => count > 0);
  if (statuses.length === 0) return null;
  return (
    <div className={styles.summary}>
      <p className={styles.headline}>{headline(late + silent + never, statuses.length)}</p>
      {parts.length > 1 && (
        <ul className={styles.parts}>
          {parts.map(({ look, text }) => (
            <li key={text} className={`${styles.part} ${look}`}>
              {text}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
