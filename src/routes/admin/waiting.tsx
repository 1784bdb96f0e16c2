import { createFileRoute } from '@tanstack/react-router';
import { WaitingScreen } from '#src/admin/guests/WaitingScreen.tsx';

/** Not below /admin/photos, where an album may have any name. */
export const Route = createFileRoute('/admin/waiting')({
  component: WaitingScreen,
});
