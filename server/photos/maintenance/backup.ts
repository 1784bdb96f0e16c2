import { join, resolve } from 'node:path';
import { DATABASE_FILE, openDatabase, type OpenDatabase } from '../../db/open.ts';
import { UserError } from '../../errors.ts';
import { makeDurableFolder, namesIn, syncFile, syncFolder } from '../store/durableFiles.ts';
import { photoRepository } from '../store/photoRepository.ts';
import type { PhotoStore } from '../store/photoStore.ts';

export interface BackupReport {
  photos: number;
  /** The number of photos that could not be copied because they have no files; the command `verify` names them. */
  missing: number;
}

const AT_ONCE = 4;

/**
 * Writes a data folder that a server can be started on: first a snapshot of the database, then the files of its photos.
 * A running server does no harm, since files are written before their rows and never removed.
 */
export async function backUp(
  { store, backupDatabase }: { store: Pick<PhotoStore, 'copyTo'>; backupDatabase: OpenDatabase['backup'] },
  folder: string,
): Promise<BackupReport> {
  const target = resolve(folder);
  if ((await namesIn(target)).length > 0) {
    throw new UserError(400, `The folder ${target} is not empty: a backup needs a new or an empty one`);
  }
  await makeDurableFolder(target);
  const database = join(target, DATABASE_FILE);
  await backupDatabase(database);
  await syncFile(database);
  const report = await copyPhotos(store, target);
  await syncFolder(target);
  return report;
}

async function copyPhotos(store: Pick<PhotoStore, 'copyTo'>, target: string): Promise<BackupReport> {
  const report: BackupReport = { photos: 0, missing: 0 };
  const { db } = await openDatabase(target);
  try {
    for await (const page of photoRepository(db, Date.now).all()) {
      for (let start = 0; start < page.length; start += AT_ONCE) {
        const copied = await Promise.all(
          page.slice(start, start + AT_ONCE).map((photo) => store.copyTo(target, photo)),
        );
        report.photos += copied.filter(Boolean).length;
        report.missing += copied.filter((done) => !done).length;
      }
    }
  } finally {
    await db.destroy();
  }
  return report;
}
