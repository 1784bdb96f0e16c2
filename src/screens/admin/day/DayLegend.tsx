import styles from './DayLegend.module.css';

const WORDS = {
  nodes: ['heard', 'with breaks', 'silent', 'not known'],
  tablets: ['online', 'patchy', 'offline', 'not known'],
} as const;
const LOOKS = [styles.full, styles.partial, styles.silent, styles.unknown];

/** Explains the drawing of the last 24 hours. */
export function DayLegend({ of }: { of: keyof typeof WORDS }) {
  return (
    <div className={styles.legend}>
      <span>The last 24 hours:</span>
      <ul className={styles.looks}>
        {WORDS[of].map((text, index) => (
          <li key={text} className={`${styles.look} ${LOOKS[index]}`}>
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}
