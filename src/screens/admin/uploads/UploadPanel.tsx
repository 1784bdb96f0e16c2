import type { UploadSummary } from '../../../domain/uploads/uploadState.ts';
import { bytesText } from '../../../domain/uploads/bytes.ts';
import { Button } from '../../../ui/Button.tsx';
import { Message } from '../../../ui/Message.tsx';
import { UploadFinished } from './UploadFinished.tsx';
import { UploadNotes } from './UploadNotes.tsx';
import styles from './UploadPanel.module.css';
import { UploadProgress } from './UploadProgress.tsx';
import { tabUploader } from './tabUploader.ts';

interface Props {
  albumId: string;
  summary: UploadSummary;
  /** The connection was lost, and the next attempt is about to come. */
  pausing: boolean;
}

/**
 * Everything there is to say about the files chosen for the album on screen. Its height stays while it works: each line
 * has its place from the start, and only what a person has to read makes it longer.
 */
export function UploadPanel({ albumId, summary, pausing }: Props) {
  const { state, counts, items } = summary;
  if (!state) return null;
  const hasNotes = counts.refused > 0 || counts.duplicate > 0;
  const dismiss = () => tabUploader.dismiss(albumId);
  const dismissal = (
    <Button size="s" onClick={dismiss}>
      Dismiss
    </Button>
  );
  return (
    <section className={styles.panel} aria-label="Upload">
      {state.status === 'progress' && <Running summary={summary} pausing={pausing} />}
      {state.status === 'error' && (
        <>
          <div className={styles.head}>
            <Failed message={state.message} left={counts.failed} />
            {dismissal}
          </div>
          {counts.failed > 0 && <UploadProgress summary={summary} />}
        </>
      )}
      {state.status === 'complete' && (
        <UploadFinished
          key={items[0]?.id}
          summary={summary}
          dismissal={hasNotes && dismissal}
          onOver={hasNotes ? stay : dismiss}
        />
      )}
      <UploadNotes items={items} />
    </section>
  );
}

function stay(): void {}

function Running({ summary, pausing }: { summary: UploadSummary; pausing: boolean }) {
  const { counts, items, sentBytes, totalBytes, percent } = summary;
  const done = items.length - counts.waiting - counts.sending;
  return (
    <>
      <div className={styles.head}>
        {pausing ? (
          <output className={styles.lost}>The connection was lost. Trying again by itself…</output>
        ) : (
          <p className={styles.numbers}>
            <strong>
              {done} of {items.length} photos
            </strong>{' '}
            <span>
              {bytesText(sentBytes)} of {bytesText(totalBytes)} · {Math.floor(percent)} %
            </span>
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

function Failed({ message, left }: { message: string; left: number }) {
  return (
    <Message
      kind="error"
      action={
        left > 0 && (
          <Button size="s" variant="primary" onClick={() => tabUploader.retry()}>
            Upload the rest
          </Button>
        )
      }
    >
      <p>{message}</p>
      {left > 0 && <p>{left === 1 ? '1 photo is' : `${left} photos are`} still to be uploaded.</p>}
    </Message>
  );
}
