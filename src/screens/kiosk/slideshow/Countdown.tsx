import styles from './Countdown.module.css';

/**
 * The ring that empties until the next photo comes. Two half rings turn behind two half windows, by `transform` alone,
 * which the browser's compositor animates without React, style or layout.
 */
export function Countdown({ running, durationMs }: { running: boolean; durationMs: number }) {
  const time = { animationDuration: `${durationMs}ms` };
  return (
    <div className={styles.countdown} data-running={running || undefined} aria-hidden="true">
      <div className={styles.right}>
        <div className={styles.rightHalf} style={time} />
      </div>
      <div className={styles.left}>
        <div className={styles.leftHalf} style={time} />
      </div>
    </div>
  );
}
