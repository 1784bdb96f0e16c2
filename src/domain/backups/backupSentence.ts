import type { ServerStatus } from '#contract/server/schemas.ts';
import type { BackupSettings } from '#contract/backups/schemas.ts';
import { onText, type Reader } from '#domain/clock/when.ts';

const NOT_ASKED_FOR =
  'No backup yet: if this disk fails, everything is lost. Choose a folder on another disk, and the server makes one each day.';

/** Said of a disk that has no owners and modes of files, such as a stick with FAT or exFAT. */
export const OPEN_TO_OTHERS =
  'Its disk cannot hide files: every account of this machine, and whoever has the disk, can read the copies.';

type Backup = ServerStatus['backup'];

/**
 * The sentence that an admin reads about the last backup. The cause of a failure is among the reasons of the
 * `ServerStatus`.
 */
export function backupSentence({ isAutomatic, newest, followedAt, failure }: Backup, reader: Reader): string {
  const failed = failure ? ` The one begun ${onText(failure.at, reader)} failed.` : '';
  if (newest) {
    const { madeAt, folder } = newest;
    const followed = followedAt === undefined ? '' : ` What changed since was copied ${onText(followedAt, reader)}.`;
    return `The last backup was made ${onText(madeAt, reader)}${contentOf(newest, reader)}, in ${folder}.${followed}${failed}`;
  }
  return isAutomatic || failure ? `No backup has been made yet.${failed}` : NOT_ASKED_FOR;
}

/** ' with 978 photos (930 files)', where photos that are copies share their files. */
function contentOf({ photos, files }: NonNullable<Backup['newest']>, { locale }: Reader): string {
  if (photos === null) return '';
  const count = `${photos.toLocaleString(locale)} ${photos === 1 ? 'photo' : 'photos'}`;
  return files === null || files === photos
    ? ` with ${count}`
    : ` with ${count} (${files.toLocaleString(locale)} files)`;
}

/** 'The server makes a backup each day in /media/usb/photos and keeps the newest 7.' */
export function backupPlanText({ folder, everyHours, keep }: BackupSettings): string {
  const kept = keep === 1 ? 'the newest' : `the newest ${keep}`;
  return `The server makes a backup ${everyText(everyHours)} in ${folder ?? ''} and keeps ${kept}.`;
}

function everyText(hours: number): string {
  if (hours % 24 === 0) return each(hours / 24, 'day');
  return hours >= 1 ? each(Math.round(hours), 'hour') : each(Math.max(1, Math.round(hours * 60)), 'minute');
}

function each(count: number, unit: string): string {
  return count === 1 ? `each ${unit}` : `every ${count} ${unit}s`;
}

/** A folder for backups on a disk, as a choice. */
export function folderOn(disk: string): string {
  return `${disk}/circuit-tree`;
}

/** '/media, /mnt or /srv'. */
export function rootsText(roots: readonly string[]): string {
  const last = roots[roots.length - 1] ?? '';
  const others = roots.slice(0, -1);
  return others.length === 0 ? last : `${others.join(', ')} or ${last}`;
}
