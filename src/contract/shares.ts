/** The header with which a visitor's page shows the key of its share. Kiosks and people never send it. */
export const SHARE_KEY_HEADER = 'X-Share-Key';

/** The call by which a visitor's page asks what its key opens. */
export const SHARED_ALBUM_PATH = '/shares/mine';

export interface SharedAlbum {
  albumId: string;
  /** ISO 8601; null: until it is taken back. */
  until: string | null;
}

export const SHARE_TERMS = ['day', 'week', 'open'] as const;
/** How long a share is valid: 24 hours, 7 days, or until it is taken back. */
export type ShareTerm = (typeof SHARE_TERMS)[number];

export interface Share {
  id: string;
  albumId: string;
  albumName: string;
  albumSlug: string;
  /** The name of who shared it. */
  sharedBy: string;
  /** ISO 8601. */
  sharedAt: string;
  /** ISO 8601; null: until it is taken back. */
  until: string | null;
  /** ISO 8601; null: nobody has opened it yet. */
  lastUsedAt: string | null;
}

/** The key is sent only now: the server keeps its hash. */
export interface ShareWithKey extends Share {
  key: string;
}
