import { createFileRoute } from '@tanstack/react-router';
import { AlertsScreen } from '../../screens/admin/alerts/AlertsScreen.tsx';

export const Route = createFileRoute('/admin/alerts')({
  component: AlertsScreen,
});
