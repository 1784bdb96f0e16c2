import { createFileRoute } from '@tanstack/react-router';
import { PAGES } from '../../contract/pages.ts';
import { AlertsScreen } from '../../screens/admin/alerts/AlertsScreen.tsx';
import { requirePermissions } from '../../session/requirePermissions.ts';

export const Route = createFileRoute('/admin/alerts')({
  beforeLoad: requirePermissions(PAGES['/admin/alerts'].access),
  component: AlertsScreen,
});
