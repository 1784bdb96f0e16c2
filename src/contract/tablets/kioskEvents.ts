// The events of the stream of GET /kiosk/events. Separate from the other constants of tablets, which the first screen
// loads.

/**
 * The events of GET /kiosk/events. The data of `command` is a TabletCommand; the others have none.
 */
export const KIOSK_EVENTS = {
  /**
   * Sent first, and again with each comment, because a page cannot see comments. If it does not come, a proxy delays
   * the stream.
   */
  alive: 'alive',
  /** Albums that the tablet may see, their photos, or which ones it may see, have changed. */
  albums: 'albums',
  settings: 'settings',
  revoked: 'revoked',
  command: 'command',
} as const;

/**
 * The interval at which an event stream sends a comment, so that proxies keep it open and the tablet knows that it is
 * alive.
 */
export const EVENT_COMMENT_MS = 25_000;
