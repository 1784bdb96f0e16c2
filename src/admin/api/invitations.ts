import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import type { Invitation, InvitationWithLink, NewInvitation } from '#contract/invitations/schemas.ts';
import { http } from '#src/shared/api/http.ts';

export function fetchInvitations(token: string): Promise<Invitation[]> {
  return http({ token }).get(ADMIN_PATHS.invitations).json<Invitation[]>();
}

export function createInvitation(token: string, invitation: NewInvitation): Promise<InvitationWithLink> {
  return http({ token }).post(ADMIN_PATHS.invitations, { json: invitation }).json<InvitationWithLink>();
}

export async function takeBackInvitation(token: string, id: string): Promise<void> {
  await http({ token }).delete(ADMIN_PATHS.invitation(id));
}
