import Sqlite from 'better-sqlite3';

export interface ProcessLock {
  release: () => void;
}

/**
 * Takes a file for this process, or answers undefined while another one holds it. Node has no file locks of its
 * own; SQLite's are the kernel's, which lets go of them when a process dies in whatever way.
 */
export function takeProcessLock(file: string): ProcessLock | undefined {
  const lock = new Sqlite(file, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return { release: () => lock.close() };
  } catch (error) {
    lock.close();
    if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')) return undefined;
    throw error;
  }
}
