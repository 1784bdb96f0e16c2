// The shapes that a tablet on the wall, the administration and the server share. A tablet is made with a kiosk's key,
// which may later be replaced by another; its id and settings stay.

export const PHOTO_SEQUENCES = ['album', 'shuffle', 'newest', 'on-this-day'] as const;

/** In which sequence a slideshow shows the photos: `album` is the album's own order. */
export type PhotoSequence = (typeof PHOTO_SEQUENCES)[number];

/** From when to when a tablet is dark, and what it then shows. Times are the tablet's own, as 'HH:MM'. */
export type NightSettings = { shows: 'clock' | 'black' } & (
  | { by: 'time'; from: string; to: string }
  | { by: 'sun'; latitude: number; longitude: number }
);

export interface TabletSettings {
  /** The page that the tablet opens by itself: one of the two screens, or the slideshow of `startsWithAlbumId`. */
  startsWith: 'home' | 'clock' | 'slideshow';
  /** Null: all photos that the tablet may see. */
  startsWithAlbumId: string | null;
  secondsPerPhoto: number;
  order: PhotoSequence;
  /** Whether a photo is shown whole, or fills the screen and loses its edges. */
  fit: 'contain' | 'cover';
  /** Whether two upright photos stand side by side on a wide screen. */
  pairs: boolean;
  /** The texts over a photo. */
  caption: boolean;
  date: boolean;
  clockOverlay: boolean;
  hours: 12 | 24;
  /** BCP 47, such as 'de' or 'fr-CA'. */
  locale: string;
  night: NightSettings | null;
  transitions: boolean;
}

export const DEFAULT_TABLET_SETTINGS: TabletSettings = {
  startsWith: 'home',
  startsWithAlbumId: null,
  secondsPerPhoto: 90,
  order: 'album',
  fit: 'contain',
  pairs: false,
  caption: false,
  date: false,
  clockOverlay: false,
  hours: 12,
  locale: 'en',
  night: null,
  transitions: true,
};

export const SECONDS_PER_PHOTO = { min: 5, max: 86_400 } as const;
export const TABLET_NAME_MAX_CHARACTERS = 100;

/** The report of a tablet about itself. */
export interface TabletReport {
  /** The path of its page, with nothing of the key. */
  path: string;
  /** The file name and album of the photo on screen. */
  photo?: { filename: string; albumSlug: string };
  version?: string;
  offlineReady?: { done: number; of: number };
  /** In bytes. */
  storage?: { usage: number; quota: number };
  screen?: { width: number; height: number };
  /** `level` is from 0 to 1. */
  battery?: { level: number; charging: boolean };
  /** The build that did not start, from which the tablet went back to the one before. */
  failedBuild?: string;
}

export interface Tablet {
  id: string;
  name: string;
  /** The albums it may see, each with all below it; null: all. */
  albumIds: string[] | null;
  settings: TabletSettings;
  /** ISO 8601, like the other times. */
  createdAt: string;
  /** From then on its key is refused; null: never. */
  expiresAt: string | null;
  lastSeenAt: string | null;
  report: TabletReport | null;
  /** Whether the server can reach it at this moment. */
  listening: boolean;
  /**
   * `waiting`: it has not collected its key yet; `revoked`: its key is refused, or its time is over.
   */
  state: 'waiting' | 'active' | 'revoked';
  /** True while it has not taken over the new key yet that an admin ordered. */
  keyWaiting: boolean;
  /**
   * Whether it can take over another key by itself: the device that asked last for its settings has proved that it is
   * the one, and not somebody who has read its key.
   */
  canReplaceKey: boolean;
  /** In how many minutes of each quarter hour of the last 24 hours it was heard of: a hexadecimal digit for each. */
  day: string;
}

/** A tablet with its key, which is told only once. */
export interface TabletWithKey extends Tablet {
  key: string;
  /** The address to open on the tablet, with the key in it. */
  url: string;
}

/** Fields that are absent stay as they are. */
export interface TabletChanges {
  name?: string;
  albumIds?: string[] | null;
  settings?: Partial<TabletSettings>;
  expiresAt?: string | null;
}

export type NewTablet = TabletChanges & { name: string };

/**
 * `tablet`: the tablet collects the new key by itself, and the old one ends when the new one is used first. `link`: the
 * old key ends at once, and the response has the new one.
 */
export interface ReplaceKeyPayload {
  by?: 'tablet' | 'link';
}

/** The commands of an admin to a tablet. */
export type TabletCommand =
  | { command: 'identify' | 'next' | 'previous' | 'pause' | 'resume' | 'reload' | 'warm' }
  | { command: 'show'; albumId: string };

/** The response to GET /kiosk/settings. */
export interface KioskSettingsResponse {
  tablet: { id: string; name: string };
  settings: TabletSettings;
  /** True when an admin ordered a new key: the tablet collects it with POST /kiosk/new-key. */
  keyWaiting: boolean;
  /** Told once to the first device that asks for one: it proves with it later that it is the tablet. */
  deviceSecret?: string;
}

export interface NewKeyResponse {
  key: string;
}

export const PAIRING = {
  /** Without letters and digits that look alike. */
  alphabet: 'ABCDEFGHJKMNPQRSTUVWXYZ',
  letters: 6,
  livesMs: 10 * 60_000,
} as const;

export interface PairingOffer {
  code: string;
  secret: string;
  expiresAt: string;
}

export type PairingState = { state: 'waiting' } | { state: 'paired'; key?: string; deviceSecret?: string };

export type AcceptPairing = Pick<TabletChanges, 'albumIds' | 'expiresAt'> & {
  name: string;
  /** The tablet that the screen is to become, instead of a new one. */
  tabletId?: string;
};
