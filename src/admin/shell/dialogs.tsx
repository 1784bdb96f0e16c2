import type { ReactNode } from 'react';
import { Button } from '#src/shared/ui/Button.tsx';
import { Dialog } from '#src/shared/ui/Dialog.tsx';
import { DialogActions } from '#src/shared/ui/DialogActions.tsx';
import { Message } from '#src/shared/ui/Message.tsx';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';

interface FormProps {
  /** The label of the button that saves. */
  action?: string;
  busy?: boolean;
  disabled?: boolean;
  /** Why saving failed. */
  failure?: string | undefined;
  onSave: () => void;
  /** Absent where nothing can be closed: then there is no 'Cancel'. */
  onClose?: () => void;
  children: ReactNode;
}

/** The form of a dialog that shows something else afterwards. */
export function DialogForm(props: FormProps) {
  const { action = 'Save', busy = false, disabled = false, failure, onSave, onClose, children } = props;
  return (
    <Stack
      as="form"

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
    </Stack>
  );
}

/** A dialog that changes something. It stays open, with the typed text, until the server has accepted the change. */
export function FormDialog({ title, ...form }: FormProps & { title: string; onClose: () => void }) {
  return (
    <Dialog title={title} onClose={form.onClose}>
      <DialogForm {...form} />
    </Dialog>
  );
}

interface Props {
  title: string;
  /** The label of the button that confirms. */
  action: string;
  /** Whether confirming deletes something. */
  isDangerous?: boolean;
  busy?: boolean;
  /** Why it was not done. */
  failure?: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Asks before an action. Cancel has the focus, so that nobody confirms by one press of Enter too many. */
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
