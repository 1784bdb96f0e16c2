import type { OpenedInvitation } from '#contract/invitations/schemas.ts';
import { INVITATION_PATTERNS } from '#contract/signIn/signIn.ts';
import type { AuthResponse } from '#contract/users/schemas.ts';
import { http } from '#src/shared/api/http.ts';

/** Reads an invitation's offer without using it up. */
export function openInvitation(token: string): Promise<OpenedInvitation> {
  return http().post(INVITATION_PATTERNS.opened, { json: { token } }).json<OpenedInvitation>();
}

/** Makes the account of an invitation and signs in to it. */
export function acceptInvitation(token: string, name: string): Promise<AuthResponse> {
  return http().post(INVITATION_PATTERNS.accepted, { json: { token, name } }).json<AuthResponse>();
}
