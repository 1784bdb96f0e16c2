import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { shapes } from './shapes.ts';

/** The row of buttons at the foot of a dialog; the button that confirms comes last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={`${shapes.row3} ${shapes.ending} ${shapes.below}`}>{children}</div>;
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
