// Limits and times that several parts of the app, or the app and the server, have to agree on.
export const SLIDE_INTERVAL_MS = 90_000;
export const UPLOAD_SUCCESS_MESSAGE_MS = 3_000;
export const SOCKET_REQUEST_TIMEOUT_MS = 5_000;
export const RECONNECT_DELAY_MIN_MS = 1_000;
export const RECONNECT_DELAY_MAX_MS = 5_000;
export const RECONNECT_RANDOMISATION_SHARE = 0.5;
export const NODE_HEALTH_REFRESH_MS = 1_000;
export const SLUG_MAX_CHARACTERS = 80;
export const CAPTION_MAX_CHARACTERS = 500;
/** The number of file names or hashes that one call may name. */
export const FILENAMES_PER_CALL = 5_000;
export const HASHES_PER_CALL = 1_000;
export const ALBUM_NAME_MAX_CHARACTERS = 200;
export const NODE_ID_MAX_CHARACTERS = 128;
export const DEFAULT_PORT = 8083;
export const PHOTO_SEQUENCES = ['album', 'shuffle', 'newest', 'on-this-day'] as const;
/** The sequence in which a slideshow shows the photos: `album` is the album's own order. */
export type PhotoSequence = (typeof PHOTO_SEQUENCES)[number];
export const TABLET_NAME_MAX_CHARACTERS = 100;
export const PAIRING = {
  /** Has no letters and digits that look alike. */
  alphabet: 'ABCDEFGHJKMNPQRSTUVWXYZ',
  letters: 6,
  livesMs: 10 * 60_000,
} as const;

/** The order of the photos of an album: `manual` is an order that somebody arranged. */
export const PHOTO_ORDERS = ['taken', 'newest', 'name', 'manual'] as const;
export type PhotoOrder = (typeof PHOTO_ORDERS)[number];
