import { createFileRoute } from '@tanstack/react-router';
import { AdminLayout } from '../../screens/admin/layout/AdminLayout.tsx';

export const Route = createFileRoute('/admin')({
  // Guards each page of the administration, each time one is opened. Loaded here: a kiosk needs nothing of it.
  beforeLoad: async ({ location }) => {
    const { requirePermissions } = await import('../../session/requirePermissions.ts');
    requirePermissions(location);
  },
  component: AdminLayout,
});
