import styles from './DayLegend.module.css';

const LOOKS = [
  { look: styles.full, text: 'heard' },
  { look: styles.partial, text: 'now and then' },
  { look: styles.silent, text: 'silent' },
  { look: styles.unknown, text: 'not known' },
];

/** Explains the drawing of the last 24 hours. */
export function DayLegend() {
  return (
    <div className={styles.legend}>
      <span>The last 24 hours:</span>
      <ul className={styles.looks}>
        {LOOKS.map(({ look, text }) => (
          <li key={text} className={`${styles.look} ${look}`}>
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}
