import { isUnasked } from '#domain/uploads/knownPages.ts';
import type { UploadSummary } from '#domain/uploads/uploadState.ts';
import { Button } from '#src/ui/Button.tsx';
import { tabUploader } from './tabUploader.ts';
import styles from './UploadPanel.module.css';
import { UploadProgress } from './UploadProgress.tsx';

interface Props {
  summary: UploadSummary;
  /** The connection was lost, and the uploader waits for its next attempt. */
  pausing: boolean;
}

/** An upload that is going on: how far it is, and how to cancel it. */
export function UploadRunning({ summary, pausing }: Props) {
  const { counts, items, done, total } = summary;
  const looking = counts.sending === 0 && items.some(isUnasked);
  return (
    <>
      <div className={styles.head}>
        {pausing ? (
          <output className={styles.lost}>The connection was lost. Trying again by itself…</output>
        ) : (
          <p className={styles.numbers}>
            <strong>
              {done} of {total} photos
            </strong>{' '}
            {looking && <span>Looking for photos that are there already…</span>}
          </p>
        )}
        <div className={styles.actions}>
          {pausing && (
            <Button size="s" onClick={() => tabUploader.tryNow()}>
              Try now
            </Button>
          )}
          <Button size="s" onClick={() => tabUploader.cancel()}>
            Cancel upload
          </Button>
        </div>
      </div>
      <UploadProgress summary={summary} />
    </>
  );
}
