/** The call by which a visitor's page gets the album of its key. */
export const SHARED_ALBUM_PATH = '/shares/mine';

/** The call by which a visitor's page downloads an original, where its share allows it. */
export const SHARED_ORIGINAL_PATH = '/shares/mine/photos/:filename/original';

export const SHARE_TERMS = ['day', 'week', 'open'] as const;
/** The term of a share: 24 hours, 7 days, or until it is revoked. */
export type ShareTerm = (typeof SHARE_TERMS)[number];

/** The number of photos that the visitors of a share may send together. */
export const SHARE_PHOTOS = { usual: 500, most: 10_000 } as const;

/** The bytes that the visitors of a share may send together: 2 GB unless somebody says otherwise, and 1 TB at most. */
export const SHARE_BYTES = { usual: 2_000_000_000, most: 1_000_000_000_000 } as const;

/** A longer name is refused. */
export const SHARE_NAME_MAX_CHARACTERS = 80;
