import { createFileRoute } from '@tanstack/react-router';
import { SetUpScreen } from '../../screens/admin/setUp/SetUpScreen.tsx';
import { PAGES } from '../../contract/pages.ts';
import { requirePermissions } from '../../session/requirePermissions.ts';

export const Route = createFileRoute('/admin/setup')({
  beforeLoad: requirePermissions(PAGES['/admin/setup'].access),
  component: SetUpScreen,
});
