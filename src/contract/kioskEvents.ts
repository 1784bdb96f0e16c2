// The events of the stream of GET /kiosk/events. They stand apart from the other words about tablets, which the first
// screen loads.

/**
 * The events of GET /kiosk/events. `albums` has `albumIds` as its data (null: which ones the tablet may see has changed), `command` a TabletCommand, the others nothing.
 */
export const KIOSK_EVENTS = {
  /** Comes first, and then with each comment, which a page cannot see: a stream that a proxy holds back brings none. */
  alive: 'alive',
  /** Albums that the tablet may see, or their photos, have changed. */
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
