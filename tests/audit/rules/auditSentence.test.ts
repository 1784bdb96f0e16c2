import { expect, test } from 'vitest';
import type { AuditAction, AuditEntry } from '#contract/audit/schemas.ts';
import { ACTIONS_ON_PHOTOS, actionsOf, auditSentence, COMMAND_LINE_NAME } from '#domain/audit/auditSentence.ts';
import { dayText } from '#domain/clock/when.ts';
import { AUDIT_TOPICS } from '#contract/admin/limits.ts';

const SENTENCES: Record<AuditAction, string> = {
  'signed-in': 'Anna signed in on it',
  'sign-in-refused': 'Anna could not sign in: the account is blocked',
  'signed-out': 'Anna signed out on it',
  'session-ended': 'Anna ended their session on it',
  'sessions-ended': 'Anna ended all their other sessions (it)',
  'sign-in-link-made': 'Anna made a sign-in link for it',
  'invitation-made': 'Anna invited it',
  'invitation-used': 'Anna accepted an invitation',
  'invitation-taken-back': 'Anna took back the invitation of it',
  'album-shared': 'Anna shared the album it',
  'share-ended': 'Anna took back a link to the album it',
  'set-up': 'Anna set this server up and became its first admin',
  'passkey-made': 'Anna made the passkey “it”',
  'passkey-removed': 'Anna removed the passkey “it”',
  'key-made': 'Anna made the key “it”',
  'key-handed-out': 'Anna gave the key “it” to the screen that asked for it',
  'key-contested': 'Anna gave up the new key of “it”: another device showed its old key',
  'key-revoked': 'Anna revoked the key “it”',
  'tablet-changed': 'Anna changed the tablet it',
  'tablet-deleted': 'Anna deleted the tablet “it”',
  'node-released': 'Anna released the node “it” from its key',
  'permission-given': 'Anna gave Tom it',
  'permission-taken': 'Anna took it from Tom',
  'account-blocked': 'Anna blocked Tom',
  'account-unblocked': 'Anna unblocked Tom',
  'account-renamed': 'Anna renamed it',
  'albums-seen-changed': 'Anna changed the albums that Tom sees from it',
  'account-deleted': 'Anna deleted the account of Tom',
  deleted: 'Anna deleted it',
  restored: 'Anna restored it',
  approved: 'Anna approved it',
  removed: 'Anna deleted it for good',
  'alerts-changed': 'Anna changed the alerts: it',
  'backups-changed': 'Anna changed the backups: it',
  'source-added': 'Anna added the source of photos it',
  'source-changed': 'Anna changed the source of photos it',
  'source-removed': 'Anna removed the source of photos it',
  'source-read': 'Anna had the source of photos it read',
  'photos-left': 'it, and went to the trash',
  'leaving-approved': 'Anna let it go to the trash',
  'leaving-refused': 'Anna kept it',
  'update-begun': 'Anna began the update to it',
  'setting-changed': 'The server started with another value of it',
  'events-lost': 'it events are missing here: the disk could not be written',
};

const ACTIONS = AUDIT_TOPICS.flatMap((topic) => actionsOf(topic));

test('every action belongs to one topic', () => {
  expect(ACTIONS.toSorted()).toEqual(Object.keys(SENTENCES).toSorted());
});

test.each(ACTIONS)('%s, as a sentence', (action) => {
  const entry = { id: 1, at: '2026-01-01T00:00:00.000Z', action, who: 'Anna' };
  expect(auditSentence({ ...entry, whom: 'Tom', what: 'it' })).toBe(SENTENCES[action]);
});

test('a sign-in without a device', () => {
  expect(auditSentence({ id: 1, at: '', action: 'signed-in', who: 'Anna' })).toBe('Anna signed in');
});

test('an entry of a newer version, which went back', () => {
  const entry: AuditEntry = JSON.parse('{"id":1,"at":"","action":"tablet-lent","who":"Anna","what":"Hall"}');
  expect(auditSentence(entry)).toBe('Anna: tablet lent (Hall)');
});

test('a time in it, as the date in the language of whoever reads it', () => {
  const what = '“2024-05-01” for Ben until 2026-12-01T12:35:18.070Z';
  const sentence = auditSentence({ id: 1, at: '', action: 'album-shared', who: 'Anna', what });
  expect(sentence).toBe(`Anna shared the album “2024-05-01” for Ben until ${dayText('2026-12-01T12:35:18.070Z')}`);
  expect(sentence).not.toContain('T12:35');
});

test('what people with photos:write and sources may repeat is shares and deletions', () => {
  const onPhotos = ['album-shared', 'share-ended', 'deleted', 'restored', 'removed', 'approved', 'photos-left'];
  expect(ACTIONS_ON_PHOTOS).toEqual(onPhotos);
});

test('an action of a newer version is told without what it has not, and times as days in any form', () => {
  const entry: AuditEntry = JSON.parse(JSON.stringify({ id: 1, at: '', action: 'cleaned-up', who: 'Anna' }));
  expect(auditSentence(entry)).toBe('Anna: cleaned up');
  for (const time of ['2026-03-01T03:00:00Z', '2026-03-01T03:00:00.123Z'])
    expect(auditSentence({ ...entry, what: time })).toBe(`Anna: cleaned up (${dayText(time)})`);
});

test('the name of the command line stays what the logs have that are stored', () => {
  expect(COMMAND_LINE_NAME).toBe('The command line');
});
