import type { ReactNode } from 'react';
import styles from './DialogActions.module.css';

/** The row of buttons at a dialog's foot, the one that acts last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
