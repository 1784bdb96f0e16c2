import type { ReactNode } from 'react';
import styles from './DialogActions.module.css';

/** The row of buttons at the foot of a dialog; the button that confirms comes last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
