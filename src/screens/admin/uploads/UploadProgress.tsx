import { bytesText } from '#domain/text/sizes.ts';
import type { UploadItem } from '#domain/uploads/uploadQueue.ts';
import { filesInSight, type UploadSummary } from '#domain/uploads/uploadState.ts';
import { ProgressBar } from '#src/ui/ProgressBar.tsx';
import shapes from '#src/ui/shapes.module.css';
import styles from './UploadProgress.module.css';

/** The progress of the whole upload and of the few files that `filesInSight` picks: nobody reads hundreds of lines. */
export function UploadProgress({ summary }: { summary: UploadSummary }) {
  return (
    <>
      <ProgressBar label="All photos" percent={summary.percent} />
      <ul className={styles.list}>
        {filesInSight(summary.items).map((item) => (
          <li key={item.id} className={styles.file}>
            <span className={shapes.cut}>{item.name}</span>
            <FileState item={item} />
            <ProgressBar label={item.name} percent={percentOf(item)} size="s" />
          </li>
        ))}
      </ul>
    </>
  );
}

function FileState({ item }: { item: UploadItem }) {
  if (item.status === 'duplicate') return <span className={`${shapes.quiet} ${shapes.digits}`}>there already</span>;
  if (item.status === 'refused') return <span className={`${shapes.quiet} ${shapes.digits}`}>refused</span>;
  const text = item.status === 'failed' ? 'not uploaded' : sizeText(item);
  return <span className={`${shapes.quiet} ${shapes.digits} ${styles.spare}`}>{text}</span>;
}

function sizeText({ status, sentBytes, size }: UploadItem): string {
  return status === 'sending' ? `${bytesText(sentBytes)} of ${bytesText(size)}` : bytesText(size);
}

function percentOf({ status, sentBytes, size }: UploadItem): number {
  if (status === 'stored' || status === 'duplicate') return 100;
  if (status === 'refused') return 0;
  return size > 0 ? (sentBytes / size) * 100 : 0;
}
