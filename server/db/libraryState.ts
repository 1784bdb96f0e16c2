import { statSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { Settings } from '../settings/settings.ts';
import { DATABASE_FILE } from './dataFolder.ts';

type Place = Pick<Settings, 'dataDir' | 'databaseUrl'>;

/** Whether there is a library's database; an empty file that a crash left behind does not count. */
export async function hasDatabase({ dataDir, databaseUrl }: Place): Promise<boolean> {
  if (databaseUrl === undefined)
    return (statSync(join(dataDir, DATABASE_FILE), { throwIfNoEntry: false })?.size ?? 0) > 0;
  const { hasTables } = await import('./postgres/state.ts');
  return hasTables(databaseUrl);
}

/** Whether the database lists any photo, without bringing it to the newest migration. */
export async function listsPhotos({ dataDir, databaseUrl }: Place): Promise<boolean> {
  if (databaseUrl === undefined) return listsPhotosIn(join(dataDir, DATABASE_FILE));
  const { hasPhotoRows } = await import('./postgres/state.ts');
  return hasPhotoRows(databaseUrl);
}

function listsPhotosIn(file: string): boolean {
  try {
    const sqlite = new Sqlite(file, { fileMustExist: true });
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
