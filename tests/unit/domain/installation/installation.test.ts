import { describe, expect, test } from 'vitest';
import { PAGES } from '#contract/pages.ts';
import { isAllWell } from '#domain/installation/allWell.ts';
import { remedyOf } from '#domain/installation/troubleRemedy.ts';

describe('allWell', () => {
  const newest = { madeAt: '2026-03-01T03:00:00.000Z', folder: '/media/usb', photos: 1 };
  const failure = { at: '2026-03-02T03:00:00.000Z', message: 'no room' };
  const STATUS = { ready: true, reasons: [], backup: { isAutomatic: true, newest, failure: null } };
  const OVERVIEW = { nodes: { total: 2, late: 0 }, tablets: { onWall: 1, away: 1, offline: 0, waiting: 1 } };

  test('all is well with a backup, nodes on time and tablets on the wall', () => {
    expect(isAllWell(STATUS, OVERVIEW)).toBe(true);
    expect(isAllWell(STATUS, { nodes: { total: 0, late: 0 } })).toBe(true);
  });

  test.each([
    ['the server lacks something', { ...STATUS, ready: false }, OVERVIEW],
    ['there is no backup', { ...STATUS, backup: { ...STATUS.backup, newest: null } }, OVERVIEW],
    ['the last backup failed', { ...STATUS, backup: { ...STATUS.backup, failure } }, OVERVIEW],
    ['a node is late', STATUS, { ...OVERVIEW, nodes: { total: 2, late: 1 } }],
    ['a tablet is offline', STATUS, { ...OVERVIEW, tablets: { ...OVERVIEW.tablets, offline: 1 } }],
  ])('not while %s', (...[, status, overview]) => {
    expect(isAllWell(status, overview)).toBe(false);
  });
});

describe('troubleRemedy', () => {
  test('a full disk is mended in the trash, and a folder for backups on the server', () => {
    expect(remedyOf('disk-almost-full')).toEqual({ text: 'Empty the trash', page: '/admin/trash' });
    expect(remedyOf('backup-failed').page).toBeUndefined();
    expect(remedyOf('backup-failed').text).toContain('BACKUP_DIR');
  });

  test('a remedy with a page leads to one that there is', () => {
    const pages = (['disk-almost-full', 'backup-incomplete'] as const).map((code) => remedyOf(code).page ?? '');
    for (const page of pages) expect(Object.keys(PAGES)).toContain(page);
  });
});
