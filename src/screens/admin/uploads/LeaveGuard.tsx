import { useBlocker } from '@tanstack/react-router';
import { areaOf } from '#contract/areas.ts';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { DialogActions } from '#src/ui/DialogActions.tsx';
import { tabUploader } from './tabUploader.ts';

/** Asks before the admin area is left while an upload is running. Inside the area the upload goes on. */
export function LeaveGuard() {
  const blocker = useBlocker({
    shouldBlockFn: ({ next }) => tabUploader.isBusy() && areaOf(next.pathname)?.name !== 'admin',
    enableBeforeUnload: () => tabUploader.isBusy(),
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  const leave = () => {
    tabUploader.cancel();
    blocker.proceed();
  };
  return <LeaveUploadsDialog onStay={blocker.reset} onLeave={leave} />;
}

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
