import { createFileRoute } from '@tanstack/react-router';
import { AdminLayout } from '#src/admin/layout/AdminLayout.tsx';

export const Route = createFileRoute('/admin')({
  // Guards each page of the administration when it is opened. Loaded here, since a kiosk does not need it.
  beforeLoad: async ({ location }) => {
    const { requirePermissions } = await import('#src/shared/session/requirePermissions.ts');
    requirePermissions(location);
  },
  component: AdminLayout,
});
