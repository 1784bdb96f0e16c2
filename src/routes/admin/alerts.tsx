import { createFileRoute } from '@tanstack/react-router';
import { AlertsScreen } from '#src/admin/alerts/AlertsScreen.tsx';

export const Route = createFileRoute('/admin/alerts')({
  component: AlertsScreen,
});
