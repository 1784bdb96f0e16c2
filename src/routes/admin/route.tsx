import { createFileRoute } from '@tanstack/react-router';
import { AdminLayout } from '../../screens/admin/frame/AdminLayout.tsx';
import { PAGES } from '../../contract/pages.ts';
import { requirePermissions } from '../../session/requirePermissions.ts';

export const Route = createFileRoute('/admin')({
  beforeLoad: requirePermissions(PAGES['/admin'].access),
  component: AdminLayout,
});
