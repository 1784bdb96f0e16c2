import { useLayoutEffect } from 'react';
import { removeFirstFrame } from '../../../boot/firstFrame/handover.ts';
import { Button } from '../../../ui/Button.tsx';
import { Logo } from '../../../ui/Logo.tsx';
import styles from './KioskNotice.module.css';

/** Something is on its way. */
export function LoadingNotice({ text }: { text: string }) {
  return (
    <div className={styles.notice}>
      <span className={styles.spinner} aria-hidden="true" />
      <output>{text}</output>
    </div>
  );
}

/** There is nothing here, and that is all right. */
export function EmptyNotice({ text }: { text: string }) {
  return (
    <div className={styles.notice}>
      <Logo className={styles.logo} />
      <output>{text}</output>
    </div>
  );
}

/** Something failed. What loads by itself tries again by itself too; the button is for who does not want to wait. */
export function ErrorNotice({ text, onRetry }: { text: string; onRetry?: () => void }) {
  // EmptyNotice may lie over it.
  useLayoutEffect(removeFirstFrame, []);
  return (
    <div className={styles.notice}>
      <p role="alert" className={styles.trouble}>
        {text}
      </p>
      {onRetry && <Button onClick={onRetry}>Try again</Button>}
    </div>
  );
}
