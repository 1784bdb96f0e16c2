import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { UPLOAD_SUCCESS_MESSAGE_MS } from '#contract/limits.ts';
import { MESSAGES } from '#domain/messages.ts';
import { outcomeText, type UploadSummary } from '#domain/uploads/uploadState.ts';
import { Message } from '#src/ui/Message.tsx';
import styles from './UploadPanel.module.css';
import { UploadProgress } from './UploadProgress.tsx';

interface Props {
  summary: UploadSummary;
  /** The Dismiss button; absent when the panel closes by itself, because there is nothing to read. */
  dismissal: ReactNode;
  /** Closes the panel once the success message has been shown; absent when the person closes it. */
  onOver: (() => void) | undefined;
}

/** Hides the success message and the full bars together after 3 seconds, so that the page below moves only once. */
export function UploadFinished({ summary, dismissal, onOver }: Props) {
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
          <p className={styles.numbers}>
            <strong>{outcomeText(summary.items)}</strong>
          </p>
        )}
        {dismissal}
      </div>
      {recent && <UploadProgress summary={summary} />}
    </>
  );
}
