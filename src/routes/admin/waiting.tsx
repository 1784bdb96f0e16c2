import { createFileRoute } from '@tanstack/react-router';
import { WaitingScreen } from '../../screens/admin/photos/waiting/WaitingScreen.tsx';

/** Not below /admin/photos, where an album may have any name. */
export const Route = createFileRoute('/admin/waiting')({
  component: WaitingScreen,
});
