import { useMessage } from '#src/wall/tablet/message.ts';
import styles from './WallMessage.module.css';

/** The message from the house, at the lower edge, above the texts of a photo if there are any. */
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
