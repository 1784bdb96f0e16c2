import type { Permission } from '../permissions.ts';

export const INVITATION_TERMS = ['quarter-hour', 'hour', 'day', 'week'] as const;
/** The term of an invitation: 15 minutes, an hour, 24 hours or 7 days. */
export type InvitationTerm = (typeof INVITATION_TERMS)[number];

export interface NewInvitation {
  name: string;
  email?: string;
  permissions: Permission[];
  term: InvitationTerm;
}

export type InvitationState = 'open' | 'used' | 'over' | 'taken-back';

export interface Invitation {
  id: string;
  name: string;
  email?: string;
  permissions: Permission[];
  /** The name of the admin who made it. */
  invitedBy: string;
  /** ISO 8601. */
  createdAt: string;
  until: string;
  state: InvitationState;
  /** The name of the account that it made. */
  usedBy?: string;
  usedAt?: string;
}

/** The link can be shown only now, since the server keeps only its token's hash. */
export interface InvitationWithLink extends Invitation {
  url: string;
}

/** The details that an invited person sees before accepting. */
export interface OpenedInvitation {
  name: string;
  invitedBy: string;
  permissions: Permission[];
  until: string;
}

/** A link for an account that exists. */
export interface SignInLinkResponse {
  url: string;
  /** ISO 8601. */
  until: string;
}
