import { createFileRoute } from '@tanstack/react-router';
import { UsersScreen } from '#src/admin/users/UsersScreen.tsx';

export const Route = createFileRoute('/admin/users')({
  component: UsersScreen,
});
