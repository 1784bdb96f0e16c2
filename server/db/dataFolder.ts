import { mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { codeOf, reasonOf, StartError, UserError } from '../errors.ts';

export const LOCK_FILE = 'server.lock';
const NOT_WRITABLE = ['SQLITE_CANTOPEN', 'SQLITE_READONLY'];
/** Held while a backup of the data folder is made. */
const BACKUP_LOCK_FILE = 'backup.lock';

/** A lock that nothing refers to would be collected as garbage, and with it released. */
const locks: Sqlite.Database[] = [];

/**
 * Makes the data folder this process's own for as long as it runs. Two servers on one folder would sweep each other's
 * unfinished uploads. SQLite's lock on a file is held by the operating system for the life of the process: unlike a
 * file with a process id in it, nothing is left behind by a crash. The CLI needs no lock.
 */
export function claimDataFolder(dataDir: string): void {
  makeDataFolder(dataDir);
  try {
    locks.push(lock(join(dataDir, LOCK_FILE)));
  } catch (error) {
    if (codeOf(error) === 'SQLITE_BUSY') throw new StartError(`DATA_DIR: another server is running on ${dataDir}`);
    throw new StartError(`DATA_DIR: cannot write to ${dataDir}: ${reasonOf(error)}`);
  }
}

/** Keeps a server from starting while a command replaces the library; returns the function that ends this. */
export function claimDuringRestore(dataDir: string): () => void {
  makeDataFolder(dataDir);
  return lockFor(join(dataDir, LOCK_FILE), `A server is running on ${dataDir}: stop it first`);
}

/** One backup at a time: another would take the first one's unfinished files away. Returns the function that ends this. */
export function claimDuringBackup(dataDir: string): () => void {
  try {
    return lockFor(join(dataDir, BACKUP_LOCK_FILE), `Another backup of ${dataDir} is being made: wait for its end`);
  } catch (error) {
    // A disk that has turned read-only is one more reason for a backup.
    if (NOT_WRITABLE.some((code) => codeOf(error)?.startsWith(code))) return () => undefined;
    throw error;
  }
}

function lockFor(file: string, sentenceIfHeld: string): () => void {
  try {
    const held = lock(file);
    return () => held.close();
  } catch (error) {
    if (codeOf(error) === 'SQLITE_BUSY') throw new UserError(409, sentenceIfHeld);
    throw error;
  }
}

function lock(file: string): Sqlite.Database {
  const held = new Sqlite(file, { timeout: 0 });
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

/** Node's own recursive mkdir spins for ever where a folder can never be made, as below /proc. */
function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  mkdirSync(path);
}
