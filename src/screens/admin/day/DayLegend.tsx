import styles from './DayLegend.module.css';

const WORDS = {
  nodes: ['heard', 'with breaks', 'silent', 'not known'],
  tablets: ['online', 'patchy', 'offline', 'not known'],
  diary: ['on the wall', 'without the server', 'nothing', 'not known', 'dark by programme'],
} as const;
const LOOKS = [styles.full, styles.partial, styles.silent, styles.unknown, styles.dark];

/** Explains the drawing of the last 24 hours. */
export function DayLegend({ of }: { of: keyof typeof WORDS }) {
  return (
    <div className={styles.legend}>
      {of !== 'diary' && <span>The last 24 hours:</span>}
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
