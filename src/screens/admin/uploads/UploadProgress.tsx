import { bytesText } from '../../../domain/bytes.ts';
import type { UploadItem } from '../../../domain/uploadQueue.ts';
import { filesInSight, type UploadSummary } from '../../../domain/uploadState.ts';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import styles from './UploadProgress.module.css';

/** How far all is, and each of a few files; of hundreds, nobody reads the rest. */
export function UploadProgress({ summary }: { summary: UploadSummary }) {
  return (
    <>
      <ProgressBar label="All photos" percent={summary.percent} />
      <ul className={styles.list}>
        {filesInSight(summary.items).map((item) => (
          <li key={item.id} className={styles.file}>
            <span className={styles.name}>{item.name}</span>
            <FileState item={item} />
            <ProgressBar label={item.name} percent={percentOf(item)} size="s" />
          </li>
        ))}
      </ul>
    </>
  );
}

const SAID_OF = { duplicate: 'there already', refused: 'refused', failed: 'not uploaded' };

function FileState({ item: { status, sentBytes, size } }: { item: UploadItem }) {
  if (status === 'duplicate' || status === 'refused' || status === 'failed') {
    return <span className={styles.size}>{SAID_OF[status]}</span>;
  }
  return (
    <span className={`${styles.size} ${styles.bytes}`}>
      {status === 'sending' ? `${bytesText(sentBytes)} of ` : ''}
      {bytesText(size)}
    </span>
  );
}

function percentOf({ status, sentBytes, size }: UploadItem): number {
  if (status === 'stored' || status === 'duplicate') return 100;
  return size > 0 ? (sentBytes / size) * 100 : 0;
}
