import { useLayoutEffect } from 'react';
import { dropFirstFrame } from '../../offline/firstFrame.ts';
import { Button } from '../../ui/Button.tsx';
import { Logo } from '../../ui/Logo.tsx';
import styles from './KioskNotice.module.css';

/** Something is on its way. */
export function Busy({ text }: { text: string }) {
  return (
    <div className={styles.notice}>
      <span className={styles.spinner} aria-hidden="true" />
      <output>{text}</output>
    </div>
  );
}

/** There is nothing here, and that is all right. */
export function Nothing({ text }: { text: string }) {
  return (
    <div className={styles.notice}>
      <Logo className={styles.logo} />
      <output>{text}</output>
    </div>
  );
}

/** Something failed. What loads by itself tries again by itself too; the button is for who does not want to wait. */
export function Trouble({ text, onRetry }: { text: string; onRetry?: () => void }) {
  // Nothing may lie over it.
  useLayoutEffect(dropFirstFrame, []);
  return (
    <div className={styles.notice}>
      <p role="alert" className={styles.trouble}>
        {text}
      </p>
      {onRetry && <Button onClick={onRetry}>Try again</Button>}
    </div>
  );
}
