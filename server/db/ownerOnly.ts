import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { LOCK_FILES } from '../locks.ts';
import { DATABASE_FILE } from './dataFolder.ts';

const OTHERS = 0o077;
/** The files that the server and its commands put into a data folder, with the journals that SQLite adds. */
const OURS = [
  'photos',
  DATABASE_FILE,
  'before-up',
  'given-up.sqlite',
  'update.json',
  'versions',
  ...Object.values(LOCK_FILES),
  'last-backup.json',
  'replaced-',
  'restore.',
  'move.',
  'database-moved',
  'photos-moved',
  'SHA256SUMS',
];
/** Names that do not point to another program: hidden files, and the folder lost+found of a new file system. */
const NOBODYS = /^\.|^lost\+found$/;

/**
 * Makes everything that this process and its children create from now on readable by the owner only: photos, database,
 * backups, and SQLite's own files, for which no mode can be given.
 */
export function createForOwnerOnly(): void {
  process.umask(OTHERS);
}

/**
 * Closes a data folder to other users of the machine, since an earlier version may have left it open. A folder that
 * also contains files of other programs keeps its mode, since it could be anything, `/srv` or `/tmp` for instance; only
 * the files of this server in it are closed.
 */
export function keepToOwner(dataDir: string): void {
  const names = readdirSync(dataDir);
  const ours = names.filter((name) => OURS.some((beginning) => name.startsWith(beginning)));
  for (const name of ours) closeToOthers(join(dataDir, name));
  const isShared = names.some((name) => !ours.includes(name) && !NOBODYS.test(name));
  if (!isShared) closeToOthers(dataDir);
}

function closeToOthers(path: string): void {
  try {
    const { mode } = statSync(path);
    if ((mode & OTHERS) !== 0) chmodSync(path, mode & ~OTHERS);
  } catch {
    // The file belongs to another user, or the disk is read-only or knows no file modes. The server can use the file
    // all the same.
  }
}
