import type { ReactNode } from 'react';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { DialogActions } from '#src/ui/DialogActions.tsx';
import { Message } from '#src/ui/Message.tsx';
import shapes from '#src/ui/shapes.module.css';

interface FormProps {
  /** The label of the button that saves. */
  action?: string;
  busy?: boolean;
  disabled?: boolean;
  /** Why saving failed. */
  failure?: string | undefined;
  onSave: () => void;
  /** Absent where there is nothing to close: then there is no 'Cancel'. */
  onClose?: () => void;
  children: ReactNode;
}

/** The form of a dialog, for one that shows something else afterwards. */
export function DialogForm(props: FormProps) {
  const { action = 'Save', busy = false, disabled = false, failure, onSave, onClose, children } = props;
  return (
    <form
      className={shapes.stack3}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && !disabled) onSave();
      }}
    >
      {children}
      {failure !== undefined && <Message kind="error">{failure}</Message>}
      <DialogActions>
        {onClose && <Button onClick={onClose}>Cancel</Button>}
        <Button type="submit" variant="primary" disabled={busy || disabled}>
          {action}
        </Button>
      </DialogActions>
    </form>
  );
}

/** A dialog that changes something. It stays open, with what was typed, until the server has taken the change. */
export function FormDialog({ title, ...form }: FormProps & { title: string; onClose: () => void }) {
  return (
    <Dialog title={title} onClose={form.onClose}>
      <DialogForm {...form} />
    </Dialog>
  );
}
