import { createFileRoute } from '@tanstack/react-router';
import { TrashScreen } from '#src/admin/trash/TrashScreen.tsx';

/** Not below /admin/photos, where an album may have any name. */
export const Route = createFileRoute('/admin/trash')({
  component: TrashScreen,
});
