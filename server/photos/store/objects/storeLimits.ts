/** Requests to an object store. */
export const STORE = {
  connectMs: 3_000,
  /** Until the store begins to answer. */
  responseMs: 10_000,
  /** Until it has taken a whole file. */
  putMs: 60_000,
  /** Without a byte in the middle of a response. */
  silenceMs: 20_000,
  attempts: 3,
} as const;
