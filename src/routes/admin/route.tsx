import { createFileRoute } from '@tanstack/react-router';
import { AdminLayout } from '../../screens/admin/frame/AdminLayout.tsx';
import { requirePermissions } from '../../session/requirePermissions.ts';

export const Route = createFileRoute('/admin')({
  beforeLoad: requirePermissions([]),
  component: AdminLayout,
});
