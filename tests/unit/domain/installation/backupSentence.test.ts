import { expect, test } from 'vitest';
import { mediumDate } from '#domain/clock/mediumDate.ts';
import { backupSentence } from '#domain/installation/backupSentence.ts';

const madeAt = '2026-03-01T03:00:00.000Z';
const at = '2026-03-02T03:00:00.000Z';
const newest = { madeAt, folder: '/media/usb/2026', photos: 1234 };
const made = `The last backup was made on ${mediumDate(madeAt, 'en')}`;
const failed = `The one begun on ${mediumDate(at, 'en')} failed.`;
const failure = { at, message: 'no room' };

test.each([
  [{ isAutomatic: true, newest, failure: null }, `${made} with 1,234 photos, in /media/usb/2026.`],
  [
    { isAutomatic: false, newest: { ...newest, photos: 1 }, failure: null },
    `${made} with 1 photo, in /media/usb/2026.`,
  ],
  [{ isAutomatic: true, newest: { ...newest, photos: null }, failure }, `${made}, in /media/usb/2026. ${failed}`],
  [{ isAutomatic: true, newest: null, failure: null }, 'No backup has been made yet.'],
  [{ isAutomatic: true, newest: null, failure }, `No backup has been made yet. ${failed}`],
])('%j', (backup, sentence) => {
  expect(backupSentence(backup, 'en')).toBe(sentence);
});

test('a server that was given no folder for backups says how to', () => {
  const sentence = backupSentence({ isAutomatic: false, newest: null, failure: null });
  expect(sentence).toMatch(/^No backup yet: .+ \(BACKUP_DIR\), .+ npm run cli -- backup FOLDER\.$/);
});
