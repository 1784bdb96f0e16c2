import { dirname, join, resolve } from 'node:path';
import { datedName } from '#domain/clock/when.ts';
import { DATABASE_FILE, claimDuringBackup } from '#server/core/db/dataFolder.ts';
import { sealDatabase } from '#server/core/db/sqlite/integrity.ts';
import { openDatabase, type OpenDatabase } from '#server/core/db/open.ts';
import { UserError } from '#server/core/errors.ts';
import { carryKeys } from '#server/core/db/sealingKeysFile.ts';
import { requireApart } from '#server/photos/store/backupPlaces.ts';
import { beginBackup, finishBackup, ownBackups, pruneBackups, takeOver } from './copies/backupFolder.ts';
import { makeDurableFolder, moveDurably, removeAll, syncDisk } from '#server/core/files/durableFiles.ts';
import { EarlierCopy } from './copies/earlierCopy.ts';
import { type CopyReport, LibraryCopy } from './copies/libraryCopy.ts';
import { OwnFiles } from './copies/ownFiles.ts';
import { photoRepository } from '#server/photos/store/photoRepository.ts';
import type { PhotoStore } from '#server/photos/store/photoStore.ts';

export interface BackupSource {
  dataDir: string;
  store: Pick<PhotoStore, 'copy' | 'open' | 'partsOf'>;
  backupDatabase: OpenDatabase['backup'];
  now: () => number;
}

export interface BackupReport extends CopyReport {
  /** The folder of the backup. */
  folder: string;
  /** Whether its disk lets others read it, having no owners and modes of files. */
  isOpenToOthers: boolean;
}

const AT_ONCE = 16;
/** The snapshot is first in a separate folder, so that no server can be started on an incomplete backup. */
const SNAPSHOT = 'snapshot';

/**
 * Makes a backup that is itself a data folder: first a snapshot of the database, then the files of its photos, under a
 * temporary name until the backup is complete. The server may run meanwhile, because files are written before their
 * rows and never changed. An earlier backup in the folder is replaced, and files that are in both are not copied.
 */
export async function backUp(source: BackupSource, folder: string): Promise<BackupReport> {
  const target = resolve(folder);
  return guarded(source, target, async () => {
    const own = await OwnFiles.in(dirname(target));
    const earlierFolder = (await own.hasMade(target)) ? target : undefined;
    return write(source, { target, own, earlierFolder });
  });
}

/** Makes a backup that is named by its time, in a folder of several, and removes all but the newest ones. */
export async function backUpDated(
  source: BackupSource,
  { place, keep }: { place: string; keep: number },
): Promise<BackupReport> {
  return guarded(source, resolve(place), async () => {
    const own = await OwnFiles.in(resolve(place));
    await pruneBackups(place, { keep: Infinity, own });
    const backups = await ownBackups(place, own);
    const target = join(resolve(place), datedName(source.now()));
    // The newest one is never overwritten: it is the only one left if this one fails.
    const expired = keep > 1 && backups.length >= keep ? backups.at(-1) : undefined;
    const report = await write(source, { target, own, earlierFolder: backups[0], expired });
    await pruneBackups(place, { keep, own });
    return report;
  });
}

async function guarded<Result>(source: BackupSource, target: string, make: () => Promise<Result>): Promise<Result> {
  await requireApart(target, source.dataDir);
  const release = claimDuringBackup(source.dataDir);
  try {
    return await make();
  } finally {
    release();
  }
}

interface Folders {
  target: string;
  own: OwnFiles;
  earlierFolder: string | undefined;
  /** An expired backup, which becomes this one. */
  expired?: string | undefined;
}

async function write(source: BackupSource, { target, own, earlierFolder, expired }: Folders): Promise<BackupReport> {
  const unfinished = await beginBackup(target, own);
  const takenOver = expired === undefined ? [] : await takeOver(expired, { to: unfinished, own });
  await makeDurableFolder(join(unfinished, 'photos', 'library'));
  const snapshot = join(unfinished, SNAPSHOT);
  await makeDurableFolder(snapshot);
  await source.backupDatabase(join(snapshot, DATABASE_FILE));
  sealDatabase(snapshot);
  const earlier = earlierFolder === undefined ? undefined : await EarlierCopy.open(earlierFolder, source.now());
  const copy = await copyPhotos(source, {
    snapshot,
    folder: unfinished,
    keysFrom: source.dataDir,
    earlier,
    takenOver,
  });
  sealDatabase(snapshot);
  await moveDurably([DATABASE_FILE], { from: snapshot, to: unfinished });
  await removeAll(snapshot);
  await finishBackup(target, copy.sums);
  return { folder: target, isOpenToOthers: own.isOpenToOthers, ...copy.report };
}

interface Copying {
  snapshot: string;
  folder: string;
  /** The folder with the file of the keys that open what is sealed in the database. */
  keysFrom: string;
  earlier?: EarlierCopy | undefined;
  /** The paths of files that are already in the folder. */
  takenOver?: readonly string[];
}

/** Copies the photos that a snapshot of the database names, and leaves no others in the folder; the keys go beside. */
export async function copyPhotos(
  { store, now }: Pick<BackupSource, 'store' | 'now'>,
  { snapshot, folder, keysFrom, earlier, takenOver = [] }: Copying,
): Promise<LibraryCopy> {
  const syncsDisk = await syncDisk(folder);
  const copy = new LibraryCopy({ from: store, folder, earlier, isTakenOver: takenOver.length > 0, syncsDisk });
  const { db } = await openDatabase(snapshot, { keepsOld: false });
  try {
    await carryKeys(db, { from: keysFrom, to: folder });
    const photos = photoRepository(db, now);
    for await (const page of photos.all()) {
      for (let start = 0; start < page.length; start += AT_ONCE) {
        await Promise.all(page.slice(start, start + AT_ONCE).map((photo) => copy.add(photo)));
      }
      await copy.sync();
    }
    copy.report.photos = await photos.count();
    await copy.removeUnlisted(takenOver);
    await copy.sync();
  } finally {
    await db.destroy();
  }
  if (syncsDisk && !(await syncDisk(folder))) throw new UserError(500, `The disk of ${folder} could not be synced`);
  return copy;
}
