import { outcomeText, type UploadSummary } from '#domain/uploads/uploadState.ts';
import { Button } from '#src/ui/Button.tsx';
import { Message } from '#src/ui/Message.tsx';
import { tabUploader } from './tabUploader.ts';
import { UploadFinished } from './UploadFinished.tsx';
import { UploadNotes } from './UploadNotes.tsx';
import styles from './UploadPanel.module.css';
import { UploadProgress } from './UploadProgress.tsx';
import { UploadRunning } from './UploadRunning.tsx';

interface Props {
  albumId: string;
  summary: UploadSummary;
  /** The connection was lost, and the uploader waits for its next attempt. */
  pausing: boolean;
}

/**
 * The state of the upload to the album on screen. The panel keeps its height while the upload runs, because the photos
 * below it would jump otherwise: only what a person has to read makes it taller.
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
      {state.status === 'progress' && <UploadRunning summary={summary} pausing={pausing} />}
      {state.status === 'error' && (
        <>
          <div className={styles.head}>
            <FailureMessage text={state.message} summary={summary} />
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
          onOver={hasNotes ? undefined : dismiss}
        />
      )}
      <UploadNotes items={items} />
    </section>
  );
}

function FailureMessage({ text, summary: { items, counts, done } }: { text: string; summary: UploadSummary }) {
  const left = counts.failed;
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
      {done > 0 && <p>{outcomeText(items)}.</p>}
      <p>{text}</p>
      {left > 0 && <p>{left === 1 ? '1 photo is' : `${left} photos are`} still to be uploaded.</p>}
    </Message>
  );
}
