import { join } from 'node:path';
import { DATABASE_FILE } from '../../db/dataFolder.ts';
import { openDatabase } from '../../db/open.ts';
import { sumsOf } from '../store/copies/backupFolder.ts';
import { copyDurably, hashOfFile, makeTemporaryFolder, removeAll } from '../store/durableFiles.ts';
import { FolderStore } from '../store/folderStore.ts';
import { photoRepository } from '../store/photoRepository.ts';
import { type LibraryReport, verifyLibrary } from './verify.ts';

/** Verifies a backup without changing it, and also on a read-only disk: opening a database would write into it. */
export async function verifyBackup(folder: string): Promise<LibraryReport> {
  const temporary = await makeTemporaryFolder();
  try {
    const database = join(temporary, DATABASE_FILE);
    await copyDurably(join(folder, DATABASE_FILE), database);
    const isAltered = (await sumsOf(folder))?.get(DATABASE_FILE) !== (await hashOfFile(database));
    const report = await verifyPhotos(folder, temporary);
    if (isAltered) report.mismatching.push(DATABASE_FILE);
    return report;
  } finally {
    await removeAll(temporary);
  }
}

async function verifyPhotos(folder: string, temporary: string): Promise<LibraryReport> {
  const { db } = await openDatabase(temporary, { keepsOld: false });
  try {
    return await verifyLibrary({ photos: photoRepository(db, Date.now), store: new FolderStore(folder) });
  } finally {
    await db.destroy();
  }
}
