import { createFileRoute } from '@tanstack/react-router';
import { UsersScreen } from '../../screens/admin/users/UsersScreen.tsx';
import { PAGES } from '../../contract/pages.ts';
import { requirePermissions } from '../../session/requirePermissions.ts';

export const Route = createFileRoute('/admin/users')({
  beforeLoad: requirePermissions(PAGES['/admin/users'].access),
  component: UsersScreen,
});
