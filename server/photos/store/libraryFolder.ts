import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '#server/core/errors.ts';
import { makeDurableFolder, namesIn, replaceDurably, writeDurably } from '#server/core/files/durableFiles.ts';
import { FolderStore } from './folderStore.ts';

/** A file in the folder of photos: the operator knows that the photos are lost, so the start does not ask again. */
const ACCEPTED = 'accepted-without-photos';

/** A file in the folder of photos, with the id of the installation whose servers share it. */
const SHARED_BY = 'installation';

function photosFolder(dataDir: string): string {
  return join(dataDir, 'photos');
}

/** Whether the folder has any photos, or the operator has accepted before that it has none. */
export async function hasPhotosOrNeedsNone(dataDir: string): Promise<boolean> {
  return (await hasPhotos(dataDir)) || (await namesIn(photosFolder(dataDir))).includes(ACCEPTED);
}

/**
 * Throws unless the folder of photos is the one that the other servers on the database use, which is marked with the
 * installation's id.
 */
export async function shareFolder(dataDir: string, installationId: string, isAlone: boolean): Promise<void> {
  const file = join(photosFolder(dataDir), SHARED_BY);
  if (isAlone) {
    await makeDurableFolder(photosFolder(dataDir));
    return replaceDurably(file, Buffer.from(installationId));
  }
  const found = await readFile(file, 'utf8').catch(() => undefined);
  if (found !== installationId) {
    throw new StartError(`DATA_DIR: ${dataDir} does not hold the photos of the other servers on this database`);
  }
}

export async function hasPhotos(dataDir: string): Promise<boolean> {
  for await (const _ of new FolderStore(dataDir).list()) return true;
  return false;
}

export async function acceptWithoutPhotos(dataDir: string): Promise<void> {
  await makeDurableFolder(photosFolder(dataDir));
  await writeDurably(join(photosFolder(dataDir), ACCEPTED), Buffer.alloc(0));
}
