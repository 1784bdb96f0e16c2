import { expect, test } from 'vitest';
import { FORMER, formerSettings, nearMisses } from '#server/core/settings/nearMisses.ts';
import { readSettings } from '#server/core/settings/settings.ts';

const SETTINGS = Object.keys(readSettings({}).variables);

test.each([
  ['BACKUP_DIRS', 'BACKUP_DIR'],
  ['BACKUPDIR', 'BACKUP_DIR'],
  ['backup_dir', 'BACKUP_DIR'],
  ['BACKUP_DRI', 'BACKUP_DIR'],
  ['DATADIR', 'DATA_DIR'],
  ['TRUST_PROXI', 'TRUST_PROXY'],
  ['ADMIN_EMAIL', 'ADMIN_EMAILS'],
])('%s is told of as %s', (name, meant) => {
  expect(nearMisses({ [name]: 'x' }, SETTINGS)).toEqual([`${name} is no setting: did you mean ${meant}?`]);
});

test('settings, and what systems and other programs set, are not told of', () => {
  const set = Object.fromEntries(SETTINGS.map((name) => [name, 'x']));
  expect(nearMisses(set, SETTINGS)).toEqual([]);
  const others = ['HOSTNAME', 'HOME', 'POST', 'XDG_DATA_DIRS', 'PATH', 'NODE_OPTIONS', 'npm_config_loglevel', 'MAIL'];
  expect(nearMisses(Object.fromEntries(others.map((name) => [name, 'x'])), SETTINGS)).toEqual([]);
});

test('settings that nobody needs any more still count, and a start that has one says why it can go', () => {
  expect(SETTINGS).toEqual(expect.arrayContaining(Object.keys(FORMER)));
  expect(formerSettings({ PORT: '1', SOCKET_URL: ' ' })).toEqual([]);
  expect(formerSettings({ BACKUP_EVERY: '7d' })).toEqual([
    'BACKUP_EVERY still counts, and can be left out: whole backups are made once a day, and what changed is copied within BACKUP_FOLLOW.',
  ]);
  expect(readSettings({ BACKUP_EVERY: '7d' }).backups.everyMs).toBe(7 * 86_400_000);
  const elsewhere = readSettings({ BASE_API_URL: 'https://api.example/v1/', PUBLIC_URL: 'https://a.example/' });
  expect(elsewhere.socketUrl).toBe('https://api.example');
  expect(elsewhere.productionSocketUrl).toBe('https://a.example');
  expect(readSettings({}).socketUrl).toBe('');
});
