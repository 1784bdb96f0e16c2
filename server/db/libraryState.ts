import { statSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { DATABASE_FILE } from './open.ts';

/** Whether a folder contains a database; an empty file that a crash left behind does not count. */
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
    // The error of a broken database is reported later, when the database is opened.
    return false;
  }
}
