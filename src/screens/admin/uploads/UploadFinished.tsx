import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { UPLOAD_SUCCESS_MESSAGE_MS } from '../../../contract/limits.ts';
import { MESSAGES } from '../../../domain/messages.ts';
import type { UploadSummary } from '../../../domain/uploads/uploadState.ts';
import { Message } from '../../../ui/Message.tsx';
import styles from './UploadPanel.module.css';
import { UploadProgress } from './UploadProgress.tsx';

interface Props {
  summary: UploadSummary;
  /** When the person has something to read first. */
  dismissal: ReactNode;
  onOver: () => void;
}

/** SPEC §4: the success message hides after 3 seconds; the finished bars go with it, in one movement of the page. */
export function UploadFinished({ summary, dismissal, onOver }: Props) {
  const [recent, setRecent] = useState(true);
  const over = useEffectEvent(() => {
    setRecent(false);
    onOver();
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
          <p className={styles.numbers}>Upload finished</p>
        )}
        {dismissal}
      </div>
      {recent && <UploadProgress summary={summary} />}
    </>
  );
}
