import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogActions } from '../../../ui/DialogActions.tsx';

interface Props {
  onStay: () => void;
  onLeave: () => void;
}

export function LeaveUploadsDialog({ onStay, onLeave }: Props) {
  return (
    <Dialog title="Photos are still being uploaded" role="alertdialog" onClose={onStay}>
      <p>If you leave now, the photos that have not arrived yet will be missing.</p>
      <DialogActions>
        <Button variant="danger" onClick={onLeave}>
          Leave and stop the upload
        </Button>
        <Button variant="primary" data-autofocus="" onClick={onStay}>
          Stay
        </Button>
      </DialogActions>
    </Dialog>
  );
}
