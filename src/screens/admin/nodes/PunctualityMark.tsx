import type { Punctuality } from '#domain/nodes/nodeList.ts';
import styles from '../shell/marks.module.css';

/** A mark before words that say the same. The levels differ in shape as well as in colour. */
export function PunctualityMark({ of }: { of: Punctuality }) {
  return <span className={`${styles.mark} ${styles[of]}`} aria-hidden="true" />;
}
