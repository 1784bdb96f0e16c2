import type { UserRecord } from '../../../contract/entities.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogActions } from '../../../ui/DialogActions.tsx';
import type { Blocking } from './useBlocking.ts';

interface Props {
  user: UserRecord;
  blocking: Blocking;
}

export function BlockDialog({ user, blocking }: Props) {
  return (
    <Dialog role="alertdialog" title={`Block ${user.email}?`} onClose={blocking.cancel}>
      <p>All sessions of this account end at once. Nobody can sign in to it until an admin unblocks it.</p>
      <DialogActions>
        <Button data-autofocus onClick={blocking.cancel}>
          Cancel
        </Button>
        <Button variant="danger" onClick={() => void blocking.set(user, true)}>
          Block
        </Button>
      </DialogActions>
    </Dialog>
  );
}
