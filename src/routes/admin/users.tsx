import { createFileRoute } from '@tanstack/react-router';
import { UsersScreen } from '../../screens/admin/users/UsersScreen.tsx';

export const Route = createFileRoute('/admin/users')({
  component: UsersScreen,
});
