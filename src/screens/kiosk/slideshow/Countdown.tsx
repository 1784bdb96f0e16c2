import { SLIDE_INTERVAL_MS } from '../../../contract/limits.ts';
import styles from './Countdown.module.css';

const TIME = { animationDuration: `${SLIDE_INTERVAL_MS}ms` };

/**
 * The ring that empties until the next photo comes. Two half rings turn behind two half windows, by `transform` alone,
 * which the browser's compositor animates without React, style or layout.
 */
export function Countdown({ running }: { running: boolean }) {
  return (
    <div className={styles.countdown} data-running={running || undefined} aria-hidden="true">
      <div className={styles.right}>
        <div className={styles.rightHalf} style={TIME} />
      </div>
      <div className={styles.left}>
        <div className={styles.leftHalf} style={TIME} />
      </div>
    </div>
  );
}
