/** The calls of the person who was invited. The token is in the body, so that no log has it. */
export const INVITATION_PATTERNS = {
  /** Tells what an invitation offers, and uses up nothing. */
  opened: '/auth/invitation',
  /** Makes the account and signs in to it. */
  accepted: '/auth/invitation/accept',
} as const;
