// The keys of visitors, which the check of credentials knows beside those of kiosks and people.

/** The header with which a visitor's page shows the key of its share. Kiosks and people never send it. */
export const SHARE_KEY_HEADER = 'X-Share-Key';

export const SHARE_UPLOADS = ['at-once', 'after-approval'] as const;
/** Whether photos that visitors send are shown at once, or after approval. */
export type ShareUpload = (typeof SHARE_UPLOADS)[number];
