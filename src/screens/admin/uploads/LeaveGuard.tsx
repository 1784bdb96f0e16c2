import { useBlocker } from '@tanstack/react-router';
import { LeaveUploadsDialog } from './LeaveUploadsDialog.tsx';
import { tabUploader } from './tabUploader.ts';

/** Warns before the admin area is left in the middle of an upload; inside it the upload goes on. */
export function LeaveGuard() {
  const blocker = useBlocker({
    shouldBlockFn: ({ next }) => tabUploader.isBusy() && !next.pathname.startsWith('/admin'),
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
