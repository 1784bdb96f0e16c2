import type { ReactNode } from 'react';
import styles from './Message.module.css';

interface MessageProps {
  kind: 'error' | 'success' | 'info';
  children: ReactNode;
  /** An action for the person, a 'Try again' button for instance. */
  action?: ReactNode;
}

const SIGNS = { error: '!', success: '✓', info: 'i' } as const;

/** A sentence about what happened. Screen readers announce errors at once, and the other kinds when they are idle. */
export function Message({ kind, children, action }: MessageProps) {
  return (
    <div className={`${styles.message} ${styles[kind]}`} role={kind === 'error' ? 'alert' : 'status'}>
      <span className={styles.sign} aria-hidden="true">
        {SIGNS[kind]}
      </span>
      <div className={styles.text}>{children}</div>
      {action}
    </div>
  );
}
