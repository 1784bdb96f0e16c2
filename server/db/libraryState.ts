import { statSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { DATABASE_FILE } from './open.ts';

/** Whether a folder holds a database; one that a crash left empty counts as none. */
export function hasDatabase(dataDir: string): boolean {
  return (statSync(join(dataDir, DATABASE_FILE), { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** Whether the database of a folder lists any photo, without bringing it to the newest migration. */
export function listsPhotos(dataDir: string): boolean {
  try {
    const sqlite = new Sqlite(join(dataDir, DATABASE_FILE), { fileMustExist: true });
    try {
      return sqlite.prepare('select 1 from photos limit 1').get() !== undefined;
    } finally {
      sqlite.close();
    }
  } catch {
    // A broken database is named when it is opened for good.
    return false;
  }
}
