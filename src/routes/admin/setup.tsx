import { createFileRoute } from '@tanstack/react-router';
import { SetUpScreen } from '#src/admin/setUp/SetUpScreen.tsx';

export const Route = createFileRoute('/admin/setup')({
  component: SetUpScreen,
});
