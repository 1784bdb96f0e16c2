import { describe, expect, test } from 'vitest';
import { PAGES } from '#contract/pages.ts';
import { isAllWell, isBackupMissing, remedyOf, type ServerTrouble, troubleSentence } from '#domain/troubles.ts';

describe('allWell', () => {
  const newest = { madeAt: '2026-03-01T03:00:00.000Z', folder: '/media/usb', photos: 1, files: 1 };
  const now = Date.parse(newest.madeAt) + 86_400_000;
  const failure = { at: '2026-03-02T03:00:00.000Z', message: 'no room' };
  const STATUS = { ready: true, reasons: [], backup: { isAutomatic: true, newest, failure: null } };
  const OVERVIEW = {
    nodes: { total: 2, late: 0, failing: 0 },
    tablets: { onWall: 1, away: 1, offline: 0, waiting: 1 },
  };

  test('all is well with a backup, nodes on time and tablets on the wall', () => {
    expect(isAllWell({ status: STATUS, overview: OVERVIEW, now })).toBe(true);
    expect(isAllWell({ status: STATUS, overview: { nodes: { total: 0, late: 0 } }, now })).toBe(true);
  });

  test.each([
    ['the server lacks something', { ...STATUS, ready: false }, OVERVIEW],
    ['there is no backup', { ...STATUS, backup: { ...STATUS.backup, newest: null } }, OVERVIEW],
    ['the last backup failed', { ...STATUS, backup: { ...STATUS.backup, failure } }, OVERVIEW],
    ['a node is late', STATUS, { ...OVERVIEW, nodes: { total: 2, late: 1, failing: 0 } }],
    ['a node reports trouble', STATUS, { ...OVERVIEW, nodes: { total: 2, late: 0, failing: 1 } }],
    ['photos that left a source wait for a yes', STATUS, { ...OVERVIEW, leaving: [{ source: 'Family', photos: 25 }] }],
    ['a tablet is offline', STATUS, { ...OVERVIEW, tablets: { ...OVERVIEW.tablets, offline: 1 } }],
    [
      'the last backup was a week ago',
      { ...STATUS, backup: { ...STATUS.backup, newest: { ...newest, madeAt: '2026-02-22T03:00:00.000Z' } } },
      OVERVIEW,
    ],
  ])('not while %s', (...[, status, overview]) => {
    expect(isAllWell({ status, overview, now })).toBe(false);
  });
});

describe('troubleRemedy', () => {
  test('a full disk is mended in the trash, and a folder for backups on their page', () => {
    expect(remedyOf('disk-almost-full')).toEqual({
      text: 'Empty the trash, or make room on the machine of the server',
      page: '/admin/trash',
    });
    expect(remedyOf('backup-failed').page).toBe('/admin/backups');
    expect(remedyOf('database-not-writable').page).toBeUndefined();
  });

  test('a remedy with a page leads to one that there is', () => {
    const pages = (['disk-almost-full', 'backup-incomplete', 'backup-overdue'] as const).map(
      (code) => remedyOf(code).page ?? '',
    );
    for (const page of pages) expect(Object.keys(PAGES)).toContain(page);
  });
});

describe('troubleSentence', () => {
  test.each<[ServerTrouble, RegExp]>([
    ['database-not-writable', /cannot write to its database/],
    ['disk-not-writable', /cannot write to its disk/],
    ['store-not-writable', /cannot write to its object store/],
    ['disk-almost-full', /almost full: less than 5 %/],
    ['backup-failed', /^The last backup failed\.$/],
    ['backup-overdue', /^A backup is overdue\.$/],
    ['backup-incomplete', /^The last backup lacks photos/],
    ['photos-not-readable', /cannot read new pictures/],
    ['no-backup', /no backup for 7 days/],
  ])('%s is said in a sentence', (trouble, words) => {
    expect(troubleSentence(trouble)).toMatch(words);
  });

  test('a trouble that a later release tells of is one all the same', () => {
    expect(troubleSentence('of-tomorrow')).toBe('Something is wrong with the server.');
  });

  test('a backup is missing from the seventh day on', () => {
    const weekMs = 7 * 86_400_000;
    expect([isBackupMissing(5, weekMs + 4), isBackupMissing(5, weekMs + 5)]).toEqual([false, true]);
  });
});

test.each([
  [
    'database-not-writable',
    /^Look at the disk, and at who may write to the data folder, on the machine of the server\.$/,
  ],
  ['disk-not-writable', /^Look at the disk, and at who may write to the data folder, on the machine of the server\.$/],
  ['store-not-writable', /^Check whether the object store \(S3_URL\) can be reached from the machine of the server\.$/],
  ['backup-failed', /^Check the folder for backups; the next backup is tried automatically$/],
  ['backup-overdue', /^Check whether the folder for backups is there$/],
  ['backup-incomplete', /^Run “npm run cli -- verify”, which names them, and upload those photos again$/],
  ['photos-not-readable', /^Restart the server, and check how much memory is free on the machine of the server\.$/],
] as const)('of %s the remedy is told', (code, words) => {
  expect(remedyOf(code).text).toMatch(words);
});
