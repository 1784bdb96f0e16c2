import { expect, test } from 'vitest';
import { onText } from '#domain/clock/when.ts';
import { backupSentence } from '#domain/backups/backupSentence.ts';

const madeAt = '2026-03-01T03:00:00.000Z';
const at = '2026-03-02T03:00:00.000Z';
const reader = { now: Date.parse('2026-03-09T03:00:00.000Z'), locale: 'en' };
const newest = { madeAt, folder: '/media/usb/2026', photos: 1234, files: 1234 };
const made = `The last backup was made ${onText(madeAt, reader)}`;
const failed = `The one begun ${onText(at, reader)} failed.`;
const failure = { at, message: 'no room' };

test.each([
  [{ isAutomatic: true, newest, failure: null }, `${made} with 1,234 photos, in /media/usb/2026.`],
  [
    { isAutomatic: true, newest: { ...newest, files: 930 }, failure: null },
    `${made} with 1,234 photos (930 files), in /media/usb/2026.`,
  ],
  [
    { isAutomatic: false, newest: { ...newest, photos: 1, files: null }, failure: null },
    `${made} with 1 photo, in /media/usb/2026.`,
  ],
  [{ isAutomatic: true, newest: { ...newest, photos: null }, failure }, `${made}, in /media/usb/2026. ${failed}`],
  [
    { isAutomatic: true, newest: { ...newest, photos: null }, followedAt: at, failure: null },
    `${made}, in /media/usb/2026. What changed since was copied ${onText(at, reader)}.`,
  ],
  [{ isAutomatic: true, newest: null, failure: null }, 'No backup has been made yet.'],
  [{ isAutomatic: true, newest: null, failure }, `No backup has been made yet. ${failed}`],
])('%j', (backup, sentence) => {
  expect(backupSentence(backup, reader)).toBe(sentence);
});

test('a server without a folder for backups asks for one', () => {
  const sentence = backupSentence({ isAutomatic: false, newest: null, failure: null }, reader);
  expect(sentence).toMatch(/^No backup yet: .+ Choose a folder on another disk/);
});
