import { bytesText } from '../../../domain/bytes.ts';
import type { UploadItem } from '../../../domain/uploadQueue.ts';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import styles from './FileProgressList.module.css';

const SHOWN = 8;

/** The files on their way and the next in line; of hundreds, nobody reads the rest. */
export function FileProgressList({ items }: { items: UploadItem[] }) {
  const sending = items.filter(({ status }) => status === 'sending');
  const waiting = items.filter(({ status }) => status === 'waiting');
  const shown = [...sending, ...waiting].slice(0, Math.max(SHOWN, sending.length));
  const more = sending.length + waiting.length - shown.length;
  return (
    <div>
      <ul className={styles.list}>
        {shown.map((item) => (
          <li key={item.id} className={styles.file}>
            <span className={styles.name}>{item.name}</span>
            <span className={styles.size}>
              {item.status === 'sending' ? `${bytesText(item.sentBytes)} of ` : ''}
              {bytesText(item.size)}
            </span>
            <ProgressBar label={item.name} percent={item.size > 0 ? (item.sentBytes / item.size) * 100 : 0} size="s" />
          </li>
        ))}
      </ul>
      {more > 0 && <p className={styles.more}>and {more} more</p>}
    </div>
  );
}
