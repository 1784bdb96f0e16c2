import { useMessage } from '#src/tablet/message.ts';
import styles from './WallMessage.module.css';

/** The line of words that the house has sent, at the lower edge; above the texts of a photo where those are. */
export function WallMessage({ isRaised = false }: { isRaised?: boolean }) {
  const text = useMessage();
  return (
    <output className={styles.place} data-raised={isRaised || undefined}>
      {text !== '' && (
        <p className={styles.line} dir="auto">
          {text}
        </p>
      )}
    </output>
  );
}
