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
/** The term of a share: 24 hours, 7 days, or until it is revoked. */
export type ShareTerm = (typeof SHARE_TERMS)[number];

/** A longer name is refused. */
export const SHARE_NAME_MAX_CHARACTERS = 80;

export interface NewShare {
  albumId: string;
  term: ShareTerm;
  /** Whom the link is for, so that it is known in the list. */
  name?: string;
}

export interface Share {
  id: string;
  /** Whom the link is for; absent when nobody said so. */
  name?: string;
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

/** The key and its link are sent only now: the server keeps the key's hash. */
export interface ShareWithKey extends Share {
  key: string;
  url: string;
}
