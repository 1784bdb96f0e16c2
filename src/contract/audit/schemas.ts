import { type Static, Type } from 'typebox';
import { AUDIT_TOPICS } from '#contract/admin/limits.ts';
import { count, oneOf, time } from '#contract/schemas.ts';

/** The actions that the audit log records. */
const AuditAction = oneOf([
  'signed-in',
  'sign-in-refused',
  'signed-out',
  'session-ended',
  'sessions-ended',
  'sign-in-link-made',
  'invitation-made',
  'invitation-used',
  'invitation-taken-back',
  'album-shared',
  'share-ended',
  'set-up',
  'passkey-made',
  'passkey-removed',
  'key-made',
  /** A screen or a tablet collected its key. */
  'key-handed-out',
  /** Written by versions in which a tablet took over a new key by itself: another device showed its old one. */
  'key-contested',
  'key-revoked',
  /** The tablet's albums, its end, or its name were changed. */
  'tablet-changed',
  'tablet-deleted',
  /** The node's key was released: the next key that reports takes it. */
  'node-released',
  'permission-given',
  'permission-taken',
  'account-blocked',
  'account-unblocked',
  'account-renamed',
  /** The person sees other albums than before. */
  'albums-seen-changed',
  'account-deleted',
  /** Moved to the trash. */
  'deleted',
  'restored',
  /** Photos of guests were shown to everybody. */
  'approved',
  /** Deleted for good. */
  'removed',
  'setting-changed',
  'alerts-changed',
  'backups-changed',
  'source-added',
  'source-changed',
  'source-removed',
  'source-read',
  /** Photos that a source no longer has went to the trash. */
  'photos-left',
  /** An admin let photos go to the trash that have left a source, or kept them. */
  'leaving-approved',
  'leaving-refused',
  'update-begun',
  /** The server had to drop events, because for a long time none could be written. */
  'events-lost',
]);
export type AuditAction = Static<typeof AuditAction>;

const AuditEntry = Type.Object({
  id: Type.Integer(),
  at: time,
  action: AuditAction,
  /** The name, at that time, of the person who did it. */
  who: Type.String(),
  /** The name of the person it was done to. */
  whom: Type.Optional(Type.String()),
  /** The permission, key, device or whatever else it was about. */
  what: Type.Optional(Type.String()),
  /** The address that the request came from. */
  address: Type.Optional(Type.String()),
});
export type AuditEntry = Static<typeof AuditEntry>;

export const AuditPage = Type.Object(
  {
    /** Newest first. */
    entries: Type.Array(AuditEntry),
    before: Type.Optional(Type.Integer({ description: 'For the next older entries; absent when there are none' })),
    /** The number of events that wait in the server's memory because its disk takes none. */
    waiting: count,
  },
  {
    $id: 'AuditPage',
    examples: [
      {
        entries: [{ id: 41, at: '2026-01-31T12:00:00.000Z', action: 'key-made', who: 'Ada Lovelace', what: 'Hall' }],
        waiting: 0,
      },
    ],
  },
);
export type AuditPage = Static<typeof AuditPage>;

const filter = {
  /**
   * The id of a person, for their actions and those on their account; or COMMAND_LINE of domain/audit/auditSentence.ts.
   */
  person: Type.Optional(Type.String({ maxLength: 100 })),
  topic: Type.Optional(oneOf(AUDIT_TOPICS, { examples: ['keys'] })),
};
export type AuditFilter = Static<ReturnType<typeof Type.Object<typeof filter>>>;

export const AuditQuery = Type.Object({
  before: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
  ...filter,
});
