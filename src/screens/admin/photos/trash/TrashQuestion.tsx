import type { TrashEntry } from '#contract/admin/curation.ts';
import { trashContentsText } from '#domain/curation/trash.ts';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { DialogActions } from '#src/ui/DialogActions.tsx';

interface Props {
  /** Whether these are all entries of the trash. */
  isAll: boolean;
  entries: readonly TrashEntry[];
  onClose: () => void;
  onConfirm: () => void;
}

export function TrashQuestion({ isAll, entries, onClose, onConfirm }: Props) {
  return (
    <Dialog title={isAll ? 'Empty the trash?' : 'Delete for good?'} role="alertdialog" onClose={onClose}>
      <p>{trashContentsText(entries)} will be gone for good, original files included. This cannot be undone.</p>
      <DialogActions>
        <Button data-autofocus="" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="danger" onClick={onConfirm}>
          {isAll ? 'Empty trash' : 'Delete for good'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
