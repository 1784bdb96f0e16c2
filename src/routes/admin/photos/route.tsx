import { createFileRoute } from '@tanstack/react-router';
import { AdminPhotosScreen } from '../../../screens/admin/photos/AdminPhotosScreen.tsx';
import { PAGES } from '../../../contract/pages.ts';
import { requirePermissions } from '../../../session/requirePermissions.ts';

interface PhotosSearch {
  dialog?: 'new-album';
}

/** One screen for the list and for each album, so that navigating between them does not load the albums again. */
export const Route = createFileRoute('/admin/photos')({
  validateSearch: (search: Record<string, unknown>): PhotosSearch =>
    search.dialog === 'new-album' ? { dialog: 'new-album' } : {},
  beforeLoad: requirePermissions(PAGES['/admin/photos'].access),
  component: AdminPhotosScreen,
});
