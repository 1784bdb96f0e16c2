import { createFileRoute } from '@tanstack/react-router';
import { TabletScreen } from '../../../screens/admin/tablets/one/TabletScreen.tsx';
import { PAGES } from '../../../contract/pages.ts';
import { requirePermissions } from '../../../session/requirePermissions.ts';

export const Route = createFileRoute('/admin/tablets/$id')({
  beforeLoad: requirePermissions(PAGES['/admin/tablets/:id'].access),
  component: TabletScreen,
});
