import { countOf } from '#domain/curation/counts.ts';
import { bytesText } from '#domain/text/sizes.ts';
import type { UploadItem } from '#domain/uploads/uploadQueue.ts';
import { outcomeText, preparingText, type UploadSummary, filesInSight } from '#domain/uploads/uploadState.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { Message } from '#src/shared/ui/Message.tsx';
import { ProgressBar } from '#src/shared/ui/ProgressBar.tsx';
import { tabUploader } from './tabUploader.ts';
import { UploadNotes } from './UploadNotes.tsx';
import styles from './UploadPanel.module.css';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { UPLOAD_SUCCESS_MESSAGE_MS } from '#contract/limits.ts';
import { MESSAGES } from '#domain/messages.ts';
import { isUnasked } from '#domain/uploads/uploadPlan.ts';
import { Card } from '#src/shared/ui/layout/Card.tsx';
import { Row } from '#src/shared/ui/layout/Row.tsx';
import { Text } from '#src/shared/ui/text/Text.tsx';

interface UploadRunningProps {
  summary: UploadSummary;
  /** The connection was lost, and the uploader waits for its next attempt. */
  pausing: boolean;
}

interface UploadFinishedProps {
  summary: UploadSummary;
  /** The Dismiss button; absent when the panel closes by itself, because there is nothing to read. */
  dismissal: ReactNode;
  /** Closes the panel once the success message has been shown; absent when the person closes it. */
  onOver: (() => void) | undefined;
}

interface Props {
  albumId: string;
  summary: UploadSummary;
  /** The connection was lost, and the uploader waits for its next attempt. */
  pausing: boolean;
}

/**
 * The state of the upload to the album on screen. The panel keeps its height while the upload runs, because the photos
 * below it would jump otherwise: only messages make it taller.
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
    <Card as="section" padding="l" className={styles.panel} aria-label="Upload">
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
    </Card>
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

/** Hides the success message and the full bars together after 3 seconds, so that the page below moves only once. */
function UploadFinished({ summary, dismissal, onOver }: UploadFinishedProps) {
  const [recent, setRecent] = useState(true);
  const over = useEffectEvent(() => {
    setRecent(false);
    onOver?.();
  });
  useEffect(() => {
    const timer = setTimeout(() => over(), UPLOAD_SUCCESS_MESSAGE_MS);
    return () => clearTimeout(timer);
  }, []);
  const { stored } = summary.counts;
  return (
    <>
      <div className={styles.head}>
        {recent && stored > 0 ? (
          <Message kind="success">{MESSAGES.uploadSucceeded(stored)}</Message>
        ) : (
          <Row as="p" gap={4} lineGap={0} align="stretch" className={styles.numbers}>
            <strong>{outcomeText(summary.items)}</strong>
          </Row>
        )}
        {dismissal}
      </div>
      {recent && <UploadProgress summary={summary} />}
    </>
  );
}

/** A running upload: its progress, and a way to cancel it. */
function UploadRunning({ summary, pausing }: UploadRunningProps) {
  const { counts, items, done, total } = summary;
  const comparing = counts.sending === 0 && items.some(isUnasked);
  return (
    <>
      <div className={styles.head}>
        {pausing ? (
          <Text as="output" tone="warm" strong>
            The connection was lost. Trying again…
          </Text>
        ) : (
          <Row as="p" gap={4} lineGap={0} align="stretch" className={styles.numbers}>
            <strong>
              {done} of {countOf(total, 'photo')}
            </strong>{' '}
            {comparing && <span className={styles.comparing}>Checking which photos are there already…</span>}
          </Row>
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

/** The progress of the whole upload and of the few files that `filesInSight` picks: nobody reads hundreds of lines. */
function UploadProgress({ summary }: { summary: UploadSummary }) {
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

function FileState({ item }: { item: UploadItem }) {
  if (item.status === 'duplicate')
    return (
      <Text as="span" tone="quiet" digits>
        there already
      </Text>
    );
  if (item.status === 'refused')
    return (
      <Text as="span" tone="quiet" digits>
        refused
      </Text>
    );
  const text = item.status === 'failed' ? 'not uploaded' : (preparingText(item) ?? sizeText(item));
  return (
    <Text as="span" tone="quiet" digits className={styles.spare}>
      {text}
    </Text>
  );
}

function sizeText({ status, sentBytes, size }: UploadItem): string {
  return status === 'sending' ? `${bytesText(sentBytes)} of ${bytesText(size)}` : bytesText(size);
}

function percentOf({ status, sentBytes, size, prepared }: UploadItem): number {
  if (status === 'stored' || status === 'duplicate') return 100;
  if (status === 'refused') return 0;
  if (status === 'preparing') return prepared * 100;
  return size > 0 ? (sentBytes / size) * 100 : 0;
}
