import { expect, test } from 'vitest';
import { nearMisses } from '#server/settings/nearMisses.ts';
import { readSettings } from '#server/settings/settings.ts';

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
