// Choices and limits of the administration, which screens, rules and schemas have to agree on.

export const CHANNEL_KINDS = ['mail', 'webhook', 'ntfy', 'push'] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];
/** The minutes after which a node counts as silent. */
export const SILENT_MINUTES = { least: 1, most: 10_080 } as const;
/** The minutes after which a tablet counts as off the wall. One that restarts is back within some minutes. */
export const OFF_WALL_MINUTES = { least: 5, most: 10_080 } as const;

/** The number of backups to store. */
export const STORED_BACKUPS = { least: 1, most: 1_000 } as const;

/** The spans of time of a node's charts. */
export const HISTORY_SPANS = ['day', 'month', 'year'] as const;
export type HistorySpan = (typeof HISTORY_SPANS)[number];
export const NODE_NOTES_MAX_CHARACTERS = 2_000;
/** The texts that a device may send with a ping, and the pings of one node in a second: one in a loop costs little. */
export const PINGS = { unitCharacters: 12, textCharacters: 140, perSecond: 50 } as const;

/**
 * The bounds of what an MQTT broker brings: nodes that belong to no key, how many of them may be new in a minute, and
 * the pings of all of them in a second.
 */
export const BROKER_NODES = { most: 500, newPerMinute: 10, pingsPerSecond: 1_000 } as const;
/** Why a ping of the broker was dropped. */
export const BROKER_DROPS = ['full', 'new-names', 'too-often'] as const;
export type BrokerDrop = (typeof BROKER_DROPS)[number];

/** The topics by which the audit log can be filtered. */
export const AUDIT_TOPICS = ['sign-ins', 'keys', 'accounts', 'deletions', 'settings'] as const;
export type AuditTopic = (typeof AUDIT_TOPICS)[number];

export const INVITATION_TERMS = ['quarter-hour', 'hour', 'day', 'week'] as const;
/** The term of an invitation: 15 minutes, an hour, 24 hours or 7 days. */
export type InvitationTerm = (typeof INVITATION_TERMS)[number];
export const PASSKEY_NAME_MAX_CHARACTERS = 60;

/** Degrees clockwise. */
export const ROTATIONS = [90, 180, 270] as const;
/** The file names or ids of one call that deletes or restores. */
export const TRASHED_PER_CALL = 20_000;
/** The most entries of a manual order. The names of these photos, with 38 characters at least, exceed 16 MB. */
export const ORDERS = { albums: 100_000, photos: 400_000, nameLength: 255 } as const;
