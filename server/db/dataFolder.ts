import { mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { codeOf, reasonOf, StartError } from '../errors.ts';

const LOCK_FILE = 'server.lock';

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
    const lock = new Sqlite(join(dataDir, LOCK_FILE), { timeout: 0 });
    lock.exec('begin exclusive');
    locks.push(lock);
  } catch (error) {
    if (codeOf(error) === 'SQLITE_BUSY') throw new StartError(`DATA_DIR: another server is running on ${dataDir}`);
    throw new StartError(`DATA_DIR: cannot write to ${dataDir}: ${reasonOf(error)}`);
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
