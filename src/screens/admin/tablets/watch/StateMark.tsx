import type { TabletMark } from '#domain/tabletAdmin/tabletState.ts';
import styles from '../../shell/marks.module.css';

/** A mark before words that say the same. The marks differ in shape as well as in colour. */
export function StateMark({ of }: { of: TabletMark }) {
  return <span className={`${styles.mark} ${styles[of]}`} aria-hidden="true" />;
}
