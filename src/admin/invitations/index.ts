import { usersSections } from '#src/admin/users/slots.ts';
import { InvitationsSection } from './InvitationsSection.tsx';

/** Adds invitations to the pages of the administration. */
export function invitations(): void {
  usersSections.push(InvitationsSection);
}
