/** The bound of the list of albums that a person sees. */
export const ACCOUNT_ALBUMS = { most: 1_000 } as const;

/**
 * The events of GET /auth/account/events, the stream for an open page of the administration. They have no data. A page
 * reads the stream with `fetch`, because an EventSource sends no token.
 */
export const ACCOUNT_EVENTS = {
  /** Sent first, and again with each comment. */
  alive: 'alive',
  /** The person sees other albums than before. */
  albums: 'albums',
  /** The person has other permissions than before. */
  permissions: 'permissions',
  /** The session has ended; so does the stream. */
  ended: 'ended',
} as const;
