import { createFileRoute } from '@tanstack/react-router';
import { AdminHomeScreen } from '#src/admin/home/AdminHomeScreen.tsx';

export const Route = createFileRoute('/admin/')({
  component: AdminHomeScreen,
});
