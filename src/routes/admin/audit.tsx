import { createFileRoute } from '@tanstack/react-router';
import { AuditScreen } from '#src/admin/audit/AuditScreen.tsx';

export const Route = createFileRoute('/admin/audit')({
  component: AuditScreen,
});
