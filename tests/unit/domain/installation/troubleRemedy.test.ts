import { expect, test } from 'vitest';
import { PAGES } from '../../../../src/contract/pages.ts';
import { remedyOf } from '../../../../src/domain/installation/troubleRemedy.ts';

test('a full disk is mended in the trash, and a folder for backups on the server', () => {
  expect(remedyOf('disk-almost-full')).toEqual({ text: 'Empty the trash', page: '/admin/trash' });
  expect(remedyOf('backup-failed').page).toBeUndefined();
  expect(remedyOf('backup-failed').text).toContain('BACKUP_DIR');
});

test('a remedy with a page leads to one that there is', () => {
  const pages = (['disk-almost-full', 'backup-incomplete'] as const).map((code) => remedyOf(code).page ?? '');
  for (const page of pages) expect(Object.keys(PAGES)).toContain(page);
});
