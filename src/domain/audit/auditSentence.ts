import type { AuditTopic } from '#contract/admin/limits.ts';
import type { AuditAction, AuditEntry } from '#contract/audit/schemas.ts';
import { dayText } from '../clock/when.ts';

type Words = Required<Pick<AuditEntry, 'who' | 'whom' | 'what'>>;

const SENTENCES: Record<AuditAction, (words: Words) => string> = {
  'signed-in': ({ who, what }) => `${who} signed in${what && ` on ${what}`}`,
  'sign-in-refused': ({ who }) => `${who} could not sign in: the account is blocked`,
  'signed-out': ({ who, what }) => `${who} signed out${what && ` on ${what}`}`,
  'session-ended': ({ who, what }) => `${who} ended their session on ${what}`,
  'sessions-ended': ({ who, what }) => `${who} ended all their other sessions (${what})`,
  'sign-in-link-made': ({ who, what }) => `${who} made a sign-in link for ${what}`,
  'invitation-made': ({ who, what }) => `${who} invited ${what}`,
  'invitation-used': ({ who }) => `${who} accepted an invitation`,
  'invitation-taken-back': ({ who, what }) => `${who} took back the invitation of ${what}`,
  'album-shared': ({ who, what }) => `${who} shared the album ${what}`,
  'share-ended': ({ who, what }) => `${who} took back a link to the album ${what}`,
  'set-up': ({ who }) => `${who} set this server up and became its first admin`,
  'passkey-made': ({ who, what }) => `${who} made the passkey “${what}”`,
  'passkey-removed': ({ who, what }) => `${who} removed the passkey “${what}”`,
  'key-made': ({ who, what }) => `${who} made the key “${what}”`,
  'key-handed-out': ({ who, what }) => `${who} gave the key “${what}” to the screen that asked for it`,
  'key-contested': ({ who, what }) => `${who} gave up the new key of “${what}”: another device showed its old key`,
  'key-revoked': ({ who, what }) => `${who} revoked the key “${what}”`,
  'tablet-changed': ({ who, what }) => `${who} changed the tablet ${what}`,
  'tablet-deleted': ({ who, what }) => `${who} deleted the tablet “${what}”`,
  'node-released': ({ who, what }) => `${who} released the node “${what}” from its key`,
  'permission-given': ({ who, whom, what }) => `${who} gave ${whom} ${what}`,
  'permission-taken': ({ who, whom, what }) => `${who} took ${what} from ${whom}`,
  'account-blocked': ({ who, whom }) => `${who} blocked ${whom}`,
  'account-unblocked': ({ who, whom }) => `${who} unblocked ${whom}`,
  'account-renamed': ({ who, what }) => `${who} renamed ${what}`,
  'albums-seen-changed': ({ who, whom, what }) => `${who} changed the albums that ${whom} sees from ${what}`,
  'account-deleted': ({ who, whom }) => `${who} deleted the account of ${whom}`,
  deleted: ({ who, what }) => `${who} deleted ${what}`,
  approved: ({ who, what }) => `${who} approved ${what}`,
  restored: ({ who, what }) => `${who} restored ${what}`,
  removed: ({ who, what }) => `${who} deleted ${what} for good`,
  'alerts-changed': ({ who, what }) => `${who} changed the alerts: ${what}`,
  'backups-changed': ({ who, what }) => `${who} changed the backups: ${what}`,
  'source-added': ({ who, what }) => `${who} added the source of photos ${what}`,
  'source-changed': ({ who, what }) => `${who} changed the source of photos ${what}`,
  'source-removed': ({ who, what }) => `${who} removed the source of photos ${what}`,
  'source-read': ({ who, what }) => `${who} had the source of photos ${what} read`,
  'photos-left': ({ what }) => `${what}, and went to the trash`,
  'leaving-approved': ({ who, what }) => `${who} let ${what} go to the trash`,
  'leaving-refused': ({ who, what }) => `${who} kept ${what}`,
  'update-begun': ({ who, what }) => `${who} began the update to ${what}`,
  'setting-changed': ({ what }) => `The server started with another value of ${what}`,
  'events-lost': ({ what }) => `${what} events are missing here: the disk could not be written`,
};

/** The sentence for an entry of a newer version: its log stays when somebody goes back to this version. */
function unknownAction(action: string): (words: Words) => string {
  return ({ who, what }) => `${who}: ${action.replaceAll('-', ' ')}${what && ` (${what})`}`;
}

const TIME = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

/** An entry of the audit log as a plain sentence, such as 'Anna gave Tom photos:write'. */
export function auditSentence({ action, who, whom = '', what = '' }: AuditEntry): string {
  // The server knows neither the language nor the time zone of the log's reader.
  const sentence = Object.hasOwn(SENTENCES, action) ? SENTENCES[action] : unknownAction(action);
  return sentence({ who, whom, what: what.replace(TIME, (iso) => dayText(iso)) });
}

const ACTIONS: Record<AuditTopic, readonly AuditAction[]> = {
  'sign-ins': ['signed-in', 'sign-in-refused', 'signed-out', 'session-ended', 'sessions-ended', 'sign-in-link-made'],
  keys: [
    'passkey-made',
    'passkey-removed',
    'key-made',
    'key-handed-out',
    'key-contested',
    'key-revoked',
    'tablet-changed',
    'tablet-deleted',
    'node-released',
    'album-shared',
    'share-ended',
  ],
  accounts: [
    'set-up',
    'invitation-made',
    'invitation-used',
    'invitation-taken-back',
    'permission-given',
    'permission-taken',
    'account-blocked',
    'account-unblocked',
    'account-renamed',
    'albums-seen-changed',
    'account-deleted',
  ],
  deletions: ['deleted', 'restored', 'removed', 'approved', 'photos-left'],
  settings: [
    'setting-changed',
    'alerts-changed',
    'backups-changed',
    'source-added',
    'source-changed',
    'source-removed',
    'source-read',
    'leaving-approved',
    'leaving-refused',
    'update-begun',
    'events-lost',
  ],
};

/** Actions that people with photos:write, or sources, may repeat any number of times. */
export const ACTIONS_ON_PHOTOS: readonly AuditAction[] = ['album-shared', 'share-ended', ...ACTIONS.deletions];

export function actionsOf(topic: AuditTopic): readonly AuditAction[] {
  return ACTIONS[topic];
}

/** Replaces a person's id in a filter, for actions on the operator's command line. */
export const COMMAND_LINE = 'command-line';

/** Its name in the audit log. */
export const COMMAND_LINE_NAME = 'The command line';
