import { createFileRoute } from '@tanstack/react-router';
import { PAGES } from '../../contract/pages.ts';
import { ApiScreen } from '../../screens/admin/openapi/ApiScreen.tsx';
import { requirePermissions } from '../../session/requirePermissions.ts';

export const Route = createFileRoute('/admin/api')({
  beforeLoad: requirePermissions(PAGES['/admin/api'].access),
  component: ApiScreen,
});
