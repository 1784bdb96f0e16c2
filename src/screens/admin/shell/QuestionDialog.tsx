import type { ReactNode } from 'react';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { DialogActions } from '#src/ui/DialogActions.tsx';
import { Message } from '#src/ui/Message.tsx';

interface Props {
  title: string;
  /** The label of the button that says yes. */
  action: string;
  /** Whether yes takes something away. */
  isDangerous?: boolean;
  busy?: boolean;
  /** Why it was not done. */
  failure?: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Asks before something is done. Cancel has the focus, so that nobody says yes by a press of Enter too many. */
export function QuestionDialog(props: Props) {
  const { title, action, isDangerous = true, busy = false, failure, onConfirm, onClose, children } = props;
  return (
    <Dialog title={title} role="alertdialog" onClose={onClose}>
      {children}
      {failure !== undefined && <Message kind="error">{failure}</Message>}
      <DialogActions>
        <Button data-autofocus="" onClick={onClose}>
          Cancel
        </Button>
        <Button variant={isDangerous ? 'danger' : 'primary'} disabled={busy} onClick={onConfirm}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
