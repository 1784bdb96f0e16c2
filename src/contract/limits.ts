// SPEC §9's constants that two sides share. A unit stands in every name.
export const SLIDE_INTERVAL_MS = 90_000;
export const SWIPE_THRESHOLD_PX = 50;
export const PRELOAD_EACH_SIDE = 2;
export const UPLOAD_SUCCESS_MESSAGE_MS = 3_000;
export const CLOCK_TICK_MS = 1_000;
export const SOCKET_REQUEST_TIMEOUT_MS = 5_000;
export const SOCKET_CONNECT_TIMEOUT_MS = 20_000;
export const RECONNECT_DELAY_MIN_MS = 1_000;
export const RECONNECT_DELAY_MAX_MS = 5_000;
export const RECONNECT_RANDOMISATION = 0.5;
export const NODE_HEALTH_REFRESH_MS = 1_000;
export const CODENAMES_GRID_SIZE = 5;
export const TARGET_DESELECT_MS = 30_000;
export const SLUG_MAX_LENGTH = 80;
export const ALBUM_NAME_MAX_LENGTH = 200;
export const NODE_ID_MAX_LENGTH = 128;
export const DEFAULT_PORT = 8083;
