import { madeText } from '#domain/access/madeText.ts';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { DialogActions } from '#src/ui/DialogActions.tsx';
import type { PermissionEditing, Question } from './usePermissionEditing.ts';

/** Asks about tablets and shares of somebody who may not make them any more. */
export function EndMadeDialog({ asking, editing }: { asking: Question; editing: PermissionEditing }) {
  return (
    <Dialog role="alertdialog" title="End what this account made?" onClose={editing.closeQuestion}>
      <p>{`${asking.name} made ${madeText(asking.left)}, and may not make more. What it made goes on unless you end it.`}</p>
      <DialogActions>
        <Button data-autofocus onClick={editing.closeQuestion}>
          Cancel
        </Button>
        <Button onClick={() => void editing.save(false)}>Save only</Button>
        <Button variant="danger" onClick={() => void editing.save(true)}>
          Save and end it
        </Button>
      </DialogActions>
    </Dialog>
  );
}
