import { createFileRoute } from '@tanstack/react-router';
import { AuditScreen } from '../../screens/admin/audit/AuditScreen.tsx';
import { PAGES } from '../../contract/pages.ts';
import { requirePermissions } from '../../session/requirePermissions.ts';

export const Route = createFileRoute('/admin/audit')({
  beforeLoad: requirePermissions(PAGES['/admin/audit'].access),
  component: AuditScreen,
});
