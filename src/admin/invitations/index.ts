import { usersSections } from '#src/admin/users/slots.ts';
import { InvitationsSection } from './InvitationsSection.tsx';

/** What invitations bring to the administration. */
export function invitations(): void {
  usersSections.push(InvitationsSection);
}
