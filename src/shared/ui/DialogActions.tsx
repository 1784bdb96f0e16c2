import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Row } from './layout/Row.tsx';
import styles from './DialogActions.module.css';

/** The row of buttons at the foot of a dialog; the button that confirms comes last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <Row gap={3} align="stretch" justify="end" className={styles.actions}>
      {children}
    </Row>
  );
}

/** The foot of a dialog in which there is nothing to confirm. */
export function CloseAction({ onClose }: { onClose: () => void }) {
  return (
    <DialogActions>
      <Button variant="primary" onClick={onClose}>
        Close
      </Button>
    </DialogActions>
  );
}
