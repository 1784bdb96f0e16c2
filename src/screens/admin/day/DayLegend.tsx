import styles from './DayLegend.module.css';

const LOOKS = [
  { look: styles.full, text: 'heard' },
  { look: styles.partial, text: 'now and then' },
  { look: styles.silent, text: 'silent' },
];

/** Explains the drawing of the last 24 hours. `unknown`: why nothing may be known of a while. */
export function DayLegend({ unknown = 'server was off' }: { unknown?: string }) {
  return (
    <div className={styles.legend}>
      <span>The last 24 hours:</span>
      <ul className={styles.looks}>
        {[...LOOKS, { look: styles.unknown, text: unknown }].map(({ look, text }) => (
          <li key={text} className={`${styles.look} ${look}`}>
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}
