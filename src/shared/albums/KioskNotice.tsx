import { useNavigate } from '@tanstack/react-router';
import { useLayoutEffect, useEffect } from 'react';
import { removeFirstFrame } from '#src/shared/device/firstFrame.ts';
import { endKey } from '#src/shared/kioskKey/kioskKey.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { Logo } from '#src/shared/ui/Logo.tsx';
import { useTexts } from '#src/shared/tablet/texts.ts';
import styles from './KioskNotice.module.css';

/** Says that something is being loaded. */
export function LoadingNotice({ text }: { text: string }) {
  return (
    <div className={styles.notice}>
      <span className={styles.spinner} aria-hidden="true" />
      <output>{text}</output>
    </div>
  );
}

/** Says that there is nothing to show, which is no error. */
export function EmptyNotice({ text }: { text: string }) {
  return (
    <div className={styles.notice}>
      <Logo className={styles.logo} />
      <output>{text}</output>
    </div>
  );
}

/** Says that something failed. The load is repeated by itself; the button is for a person who does not want to wait. */
export function ErrorNotice({ text: message, onRetry }: { text: string; onRetry?: () => void }) {
  const text = useTexts();
  // The first frame covers the screen, and would hide the error.
  useLayoutEffect(removeFirstFrame, []);
  return (
    <div className={styles.notice}>
      <p role="alert" className={styles.error}>
        {message}
      </p>
      {onRetry && <Button onClick={onRetry}>{text('Try again')}</Button>}
    </div>
  );
}

/** Shown instead of a screen when the server rejects its key as revoked; leads to the landing page. */
export function KeyRevoked({ apiKey }: { apiKey: string }) {
  const navigate = useNavigate();
  useEffect(() => void navigate(endKey(apiKey)), [navigate, apiKey]);
  return null;
}
