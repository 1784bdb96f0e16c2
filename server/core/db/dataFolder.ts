import { accessSync, constants, mkdirSync, statSync, chmodSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { codeOf, reasonOf, StartError, UserError } from '#server/core/errors.ts';
import { LOCK_FILES } from '#server/core/locks.ts';

export const DATABASE_FILE = 'circuit-tree.sqlite';
/** Beside the database, with the keys that open what is sealed in it. */
export const SEALING_KEYS_FILE = 'sealing-keys.json';
const READ_ONLY = 'its disk is read-only (one that has turned so by itself usually has errors)';
const NOT_WRITABLE = ['SQLITE_CANTOPEN', 'SQLITE_READONLY'];

/**
 * Longer than a check of a lock takes: a process that claims a folder must not mistake a check for another server or
 * backup.
 */
const LOCK_TIMEOUT_MS = 100;

/** References to the open locks: without them garbage collection would release the locks. */
const locks: Sqlite.Database[] = [];

/**
 * Locks the data folder for as long as this process runs, since two servers on one folder would delete each other's
 * unfinished uploads. The operating system releases SQLite's lock on a file when the process ends, so that a crash,
 * unlike with a file that holds a process id, leaves no lock behind. The CLI needs no lock.
 */
export function claimDataFolder(dataDir: string): void {
  makeDataFolder(dataDir);
  const problem = whyNotWritable(dataDir);
  if (problem !== undefined) throw new StartError(`DATA_DIR: cannot write to ${dataDir}: ${problem}`);
  try {
    locks.push(lock(join(dataDir, LOCK_FILES.server)));
  } catch (error) {
    if (codeOf(error) === 'SQLITE_BUSY') throw new StartError(`DATA_DIR: another server is running on ${dataDir}`);
    throw new StartError(`DATA_DIR: cannot write to ${dataDir}: ${reasonOf(error)}`);
  }
}

/** Recognises a read-only disk, since SQLite only says that it cannot open the file. */
export function whyNotWritable(path: string): string | undefined {
  try {
    accessSync(path, constants.W_OK);
    return undefined;
  } catch (error) {
    return codeOf(error) === 'EROFS' ? READ_ONLY : reasonOf(error);
  }
}

/** Prevents a server from starting while a command replaces the library; returns a function that releases this lock. */
export function claimDuringRestore(dataDir: string): () => void {
  makeDataFolder(dataDir);
  return claimLock(dataDir, LOCK_FILES.server, `A server is running on ${dataDir}: stop it first`);
}

/**
 * Lets only one backup run at a time, since another would delete the unfinished files of the first one. Returns a
 * function that releases this lock.
 */
export function claimDuringBackup(dataDir: string): () => void {
  try {
    return claimLock(dataDir, LOCK_FILES.backup, `Another backup of ${dataDir} is being made: wait for its end`);
  } catch (error) {
    // On a read-only disk no lock is taken: a disk that has become read-only is a good reason to make a backup.
    if (NOT_WRITABLE.some((code) => codeOf(error)?.startsWith(code))) return () => undefined;
    throw error;
  }
}

/** Whether a backup of the data folder is being made, by any process. */
export function isBackingUp(dataDir: string): boolean {
  return isLocked(dataDir, LOCK_FILES.backup);
}

/** Whether any process holds one of the locks. */
export function isLocked(dataDir: string, name: string): boolean {
  try {
    lock(join(dataDir, name)).close();
    return false;
  } catch (error) {
    return codeOf(error) === 'SQLITE_BUSY';
  }
}

/** Takes one of the locks, and returns a function that releases it. */
export function claimLock(dataDir: string, name: string, sentenceIfHeld: string): () => void {
  try {
    const held = lock(join(dataDir, name));
    return () => held.close();
  } catch (error) {
    if (codeOf(error) === 'SQLITE_BUSY') throw new UserError(409, sentenceIfHeld);
    throw error;
  }
}

function lock(file: string): Sqlite.Database {
  const held = new Sqlite(file, { timeout: LOCK_TIMEOUT_MS });
  try {
    held.exec('begin exclusive');
    return held;
  } catch (error) {
    held.close();
    throw error;
  }
}

export function makeDataFolder(dataDir: string): void {
  try {
    makeFolder(dataDir);
  } catch (error) {
    throw new StartError(`DATA_DIR: cannot make the folder ${dataDir}: ${reasonOf(error)}`);
  }
}

/**
 * Makes a folder and its parents. Node's own recursive mkdir never returns where no folder can be made, such as below
 * /proc.
 */
function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  mkdirSync(path);
}

const OTHER_USERS_MODE = 0o077;
/** The files that the server and its commands put into a data folder, with the journals that SQLite adds. */
const OURS = [
  'photos',
  DATABASE_FILE,
  SEALING_KEYS_FILE,
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
/** Matches names that do not point to another program: hidden files, and the folder lost+found of a new file system. */
const NOBODYS = /^\.|^lost\+found$/;

/**
 * Makes everything that this process and its children create from now on readable by the owner only: photos, database,
 * backups, and SQLite's own files, for which no mode can be given.
 */
export function createForOwnerOnly(): void {
  process.umask(OTHER_USERS_MODE);
}

/**
 * Closes a data folder to other users of the machine, since an earlier version may have left it open. A folder that
 * also contains files of other programs keeps its mode, since it could be anything, `/srv` or `/tmp` for instance; only
 * the files of this server in it are closed.
 */
export function keepToOwner(dataDir: string): void {
  const names = readdirSync(dataDir);
  const ours = names.filter((name) => OURS.some((beginning) => name.startsWith(beginning)));
  for (const name of ours) closeToOtherUsers(join(dataDir, name));
  const isShared = names.some((name) => !ours.includes(name) && !NOBODYS.test(name));
  if (!isShared) closeToOtherUsers(dataDir);
}

const OWNER_ONLY = 0o600;
/** The errors of disks that have no modes, such as some of a NAS. */
const NO_MODES = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL'];

/** Makes a file of this server readable and writable by its owner only, where its disk has modes. */
export function closeFile(file: string): void {
  try {
    chmodSync(file, OWNER_ONLY);
  } catch (error) {
    if (!NO_MODES.includes(codeOf(error) ?? '')) throw error;
  }
}

function closeToOtherUsers(path: string): void {
  try {
    const { mode } = statSync(path);
    if ((mode & OTHER_USERS_MODE) !== 0) chmodSync(path, mode & ~OTHER_USERS_MODE);
  } catch {
    // The file belongs to another user, or the disk is read-only or knows no file modes. The server can use the file
    // all the same.
  }
}

/** An id as `randomUUID` makes them. */
const ALBUM_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const PHOTO_FILENAME = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_-]{0,80}-[0-9a-f]{32}\.jpg$/u;

// Paths of files are built from these two, so neither may have a separator or an unexpected dot.

export function isAlbumId(id: string): boolean {
  return ALBUM_ID.test(id);
}

export function isPhotoFilename(filename: string): boolean {
  return PHOTO_FILENAME.test(filename);
}
