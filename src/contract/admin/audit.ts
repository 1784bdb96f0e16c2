/** The actions that the audit log records. */
export type AuditAction =
  | 'signed-in'
  | 'sign-in-refused'
  | 'signed-out'
  | 'session-ended'
  | 'sessions-ended'
  | 'sign-in-link-made'
  | 'invitation-made'
  | 'invitation-used'
  | 'invitation-taken-back'
  | 'album-shared'
  | 'share-ended'
  | 'set-up'
  | 'passkey-made'
  | 'passkey-removed'
  | 'key-made'
  /** A screen or a tablet collected its key. */
  | 'key-handed-out'
  /** A device that could not prove that it is the tablet showed its key while a new one was ordered. */
  | 'key-contested'
  | 'key-revoked'
  /** The tablet's albums, its end, or its name were changed. */
  | 'tablet-changed'
  | 'tablet-deleted'
  /** The key that reports next for the node takes it. */
  | 'node-released'
  | 'permission-given'
  | 'permission-taken'
  | 'account-blocked'
  | 'account-unblocked'
  /** Moved to the trash. */
  | 'deleted'
  | 'restored'
  /** Deleted for good. */
  | 'removed'
  | 'setting-changed'
  | 'alerts-changed'
  /** Events could not be written for so long that the server had to drop them. */
  | 'events-lost';

export type AuditTopic = 'sign-ins' | 'keys' | 'accounts' | 'deletions' | 'settings';

export interface AuditEntry {
  id: number;
  /** ISO 8601. */
  at: string;
  action: AuditAction;
  /** The name, at that time, of who did it. */
  who: string;
  /** The name of the person it was done to. */
  whom?: string;
  /** The permission, key, device or whatever else it was about. */
  what?: string;
  /** The address that the request came from. */
  address?: string;
}

export interface AuditPage {
  /** Newest first. */
  entries: AuditEntry[];
  /** Send it as `before` for the next older entries; absent when there are none. */
  before?: number;
  /** The number of events that wait in the server's memory because its disk takes none. */
  waiting: number;
}

export interface AuditFilter {
  /** The id of a person, for what they did and what was done to them; or COMMAND_LINE of domain/audit/auditTopics.ts. */
  person?: string;
  topic?: AuditTopic;
}
