import { createFileRoute } from '@tanstack/react-router';
import { UsersScreen } from '../../screens/admin/users/UsersScreen.tsx';
import { requirePermissions } from '../../session/requirePermissions.ts';

export const Route = createFileRoute('/admin/users')({
  beforeLoad: requirePermissions(['admin']),
  component: UsersScreen,
});
