import { usersLinks } from '#src/admin/users/slots.ts';
import { LinkButton } from '#src/shared/ui/LinkButton.tsx';

/** Adds the audit log to the pages of the administration. */
export function audit(): void {
  usersLinks.push(AuditLink);
}

function AuditLink() {
  return (
    <LinkButton to="/admin/audit" size="s">
      Audit Log
    </LinkButton>
  );
}
