import { expect, test } from 'vitest';
import { backupPlanText, folderOn, rootsText } from '#domain/backups/backupSentence.ts';

const plan = (everyHours: number, keep = 7) =>
  backupPlanText({
    folder: '/media/usb',
    everyHours,
    keep,
    isSetByOperator: false,
    isOnSameDisk: null,
    isOpenToOthers: null,
    isRunning: false,
    roots: [],
    disks: [],
  });

test.each([
  [24, 'each day'],
  [48, 'every 2 days'],
  [1, 'each hour'],
  [6, 'every 6 hours'],
  [25, 'every 25 hours'],
  [0.5, 'every 30 minutes'],
  [1.2, 'each hour'],
  [0.001, 'each minute'],
])('a backup each %d hours', (hours, expected) => {
  expect(plan(hours)).toBe(`The server makes a backup ${expected} in /media/usb and keeps the newest 7.`);
});

test('the one that is kept is the newest', () => {
  expect(plan(24, 1)).toBe('The server makes a backup each day in /media/usb and keeps the newest.');
});

test('folders and disks in words', () => {
  expect(folderOn('/media/usb')).toBe('/media/usb/circuit-tree');
  expect(rootsText(['/media', '/mnt', '/srv'])).toBe('/media, /mnt or /srv');
  expect(rootsText(['/media', '/mnt'])).toBe('/media or /mnt');
  expect(rootsText(['/media'])).toBe('/media');
  expect(rootsText([])).toBe('');
});
