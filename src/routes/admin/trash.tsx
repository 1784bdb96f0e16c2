import { createFileRoute } from '@tanstack/react-router';
import { PAGES } from '../../contract/pages.ts';
import { TrashScreen } from '../../screens/admin/photos/trash/TrashScreen.tsx';
import { requirePermissions } from '../../session/requirePermissions.ts';

/** Not below /admin/photos, where an album may have any name. */
export const Route = createFileRoute('/admin/trash')({
  beforeLoad: requirePermissions(PAGES['/admin/trash'].access),
  component: TrashScreen,
});
