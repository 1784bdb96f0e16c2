import type { AuditAction } from '#contract/schemas/audit.ts';
import type { AuditTopic } from '#contract/admin/limits.ts';

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
    'account-deleted',
  ],
  deletions: ['deleted', 'restored', 'removed', 'approved'],
  settings: ['setting-changed', 'alerts-changed', 'backups-changed', 'update-begun', 'events-lost'],
};

/** Actions that people with photos:write may repeat any number of times. */
export const ACTIONS_ON_PHOTOS: readonly AuditAction[] = ['album-shared', 'share-ended', ...ACTIONS.deletions];

export function actionsOf(topic: AuditTopic): readonly AuditAction[] {
  return ACTIONS[topic];
}

/** Stands in a filter for what was done on the operator's command line, in place of a person's id. */
export const COMMAND_LINE = 'command-line';
