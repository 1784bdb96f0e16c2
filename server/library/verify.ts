import { join } from 'node:path';
import { DATABASE_FILE } from '#server/core/db/dataFolder.ts';
import { openDatabase } from '#server/core/db/open.ts';
import { damagedParts } from '#server/photos/store/damagedParts.ts';
import { copyDurably, hashOfFile, makeTemporaryFolder, removeAll } from '#server/core/files/durableFiles.ts';
import { FolderStore } from '#server/photos/store/folderStore.ts';
import { type PhotoRepository, type StoredPhoto, photoRepository } from '#server/photos/store/photoRepository.ts';
import type { PhotoAddress, PhotoPart, PhotoStore, StoredEntry } from '#server/photos/store/photoStore.ts';
import { sumsOf } from './wholeCopy.ts';

export interface LibraryReport {
  photos: number;
  /** Files that should be there according to the row of their photo, and are not. */
  missing: string[];
  /** Files that belong to no row. */
  orphaned: string[];
  /** Files whose bytes have changed since they were stored. */
  mismatching: string[];
}

interface Library {
  photos: Pick<PhotoRepository, 'all' | 'has' | 'isToBeRemoved'>;
  store: Pick<PhotoStore, 'isPending' | 'isThere' | 'list' | 'open' | 'partsOf'>;
}

/** The actions for the problems that are found. */
export interface Remedies {
  damaged(photo: StoredPhoto, parts: readonly PhotoPart[]): Promise<void>;
  /** Called with the path of a file or a folder within the data folder. Returns whether it still belongs to no photo. */
  orphaned(path: string, address?: PhotoAddress): Promise<boolean>;
}

const NONE: Remedies = { damaged: async () => undefined, orphaned: async () => true };
const AT_ONCE = 4;

/** Reads every file and compares it with its row. The server may run and accept uploads at the same time. */
export async function verifyLibrary(library: Library, remedies: Remedies = NONE): Promise<LibraryReport> {
  const report: LibraryReport = { photos: 0, missing: [], orphaned: [], mismatching: [] };
  const noteOrphan = async (path: string, address?: PhotoAddress) => {
    if (await remedies.orphaned(path, address)) report.orphaned.push(path.replace(/^photos\/library\//, ''));
  };
  const check = async (photo: StoredPhoto) => {
    const damaged = await damagedParts(photo, library.store);
    // It may have been deleted for good since its row was read.
    if (damaged.length > 0 && !(await library.photos.has(photo))) return;
    for (const { part, damage } of damaged) report[damage].push(`${photoPath(photo)} (${part})`);
    if (damaged.length > 0)
      await remedies.damaged(
        photo,
        damaged.map(({ part }) => part),
      );
    for (const stray of (await library.store.partsOf(photo)).strays) await noteOrphan(stray);
  };
  for await (const page of library.photos.all()) {
    report.photos += page.length;
    for (let start = 0; start < page.length; start += AT_ONCE) {
      await Promise.all(page.slice(start, start + AT_ONCE).map(check));
    }
  }
  for await (const entry of library.store.list()) {
    if (await isOrphan(entry, library)) await noteOrphan(entry.path, entry.address);
  }
  return report;
}

export function isSound({ missing, orphaned, mismatching }: LibraryReport): boolean {
  return missing.length + orphaned.length + mismatching.length === 0;
}

/**
 * The order of the checks matters: a photo that an upload has just moved into place is pending until its row is there,
 * and a photo that was just deleted for good is to be removed until its files are gone.
 */
async function isOrphan({ address }: StoredEntry, { photos, store }: Library): Promise<boolean> {
  if (!address) return true;
  if (await photos.has(address)) return false;
  if (await store.isPending(address)) return false;
  if (await photos.isToBeRemoved(address)) return false;
  return !(await photos.has(address)) && (await store.isThere(address));
}

export function photoPath({ albumId, filename }: PhotoAddress): string {
  return `${albumId}/${filename}`;
}

/** Verifies a complete copy of a library without changing it, and also on a read-only disk: opening a database would write into it. */
export async function verifyCopy(folder: string): Promise<LibraryReport> {
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
