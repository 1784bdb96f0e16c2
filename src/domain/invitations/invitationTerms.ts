import type { InvitationTerm } from '#contract/admin/limits.ts';
import type { InvitationState } from '#contract/invitations/schemas.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const INVITATION_TERMS_MS: Record<InvitationTerm, number> = {
  'quarter-hour': HOUR_MS / 4,
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
};

export function invitationEnd(term: InvitationTerm, now: number): number {
  return now + INVITATION_TERMS_MS[term];
}

interface Course {
  expiresAt: number;
  usedAt: number | null;
  revokedAt: number | null;
}

/** The state of an invitation. A used one stays used, whatever happens to its link later. */
export function invitationState({ expiresAt, usedAt, revokedAt }: Course, now: number): InvitationState {
  if (usedAt !== null) return 'used';
  if (revokedAt !== null) return 'taken-back';
  return expiresAt > now ? 'open' : 'over';
}
