import type { UploadSummary } from '../../../domain/uploadState.ts';
import { bytesText } from '../../../domain/bytes.ts';
import { MESSAGES } from '../../../domain/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { Message } from '../../../ui/Message.tsx';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import { FileProgressList } from './FileProgressList.tsx';
import { TimedSuccess } from './TimedSuccess.tsx';
import { UploadNotes } from './UploadNotes.tsx';
import styles from './UploadPanel.module.css';
import { tabUploader } from './tabUploader.ts';

interface Props {
  albumId: string;
  summary: UploadSummary;
  /** The connection was lost, and the next attempt is about to come. */
  pausing: boolean;
}

/** Everything there is to say about the files chosen for the album on screen. */
export function UploadPanel({ albumId, summary, pausing }: Props) {
  const { state, counts, items } = summary;
  if (!state) return null;
  const hasNotes = counts.refused > 0 || counts.duplicate > 0;
  return (
    <section className={styles.panel} aria-label="Upload">
      {state.status === 'progress' && <Running summary={summary} percent={state.percent} pausing={pausing} />}
      {state.status === 'error' && <Failed message={state.message} left={counts.failed} />}
      {state.status === 'complete' && state.data.count > 0 && (
        <TimedSuccess
          key={items[0]?.id}
          text={MESSAGES.uploadSucceeded(state.data.count)}
          onOver={hasNotes ? undefined : () => tabUploader.dismiss(albumId)}
        />
      )}
      <UploadNotes items={items} />
      {state.status !== 'progress' && (hasNotes || state.status === 'error') && (
        <Button size="s" className={styles.dismiss} onClick={() => tabUploader.dismiss(albumId)}>
          Dismiss
        </Button>
      )}
    </section>
  );
}

function Running({ summary, percent, pausing }: { summary: UploadSummary; percent: number; pausing: boolean }) {
  const { counts, items, sentBytes, totalBytes } = summary;
  const done = items.length - counts.waiting - counts.sending;
  return (
    <>
      <div className={styles.head}>
        <p className={styles.numbers}>
          <strong>
            {done} of {items.length} photos
          </strong>{' '}
          · {bytesText(sentBytes)} of {bytesText(totalBytes)} · {Math.floor(percent)} %
        </p>
        <Button size="s" onClick={() => tabUploader.cancel()}>
          Cancel upload
        </Button>
      </div>
      <ProgressBar label="All photos" percent={percent} />
      {pausing && (
        <Message
          kind="info"
          action={
            <Button size="s" onClick={() => tabUploader.tryNow()}>
              Try now
            </Button>
          }
        >
          The connection was lost. Trying again by itself…
        </Message>
      )}
      <FileProgressList items={items} />
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
