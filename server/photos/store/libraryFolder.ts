import { join } from 'node:path';
import { makeDurableFolder, namesIn, writeDurably } from '#server/core/files/durableFiles.ts';
import { FolderStore } from './folderStore.ts';

/** A file in the folder of photos: the operator knows that the photos are lost, so the start does not ask again. */
const ACCEPTED = 'accepted-without-photos';

function photosFolder(dataDir: string): string {
  return join(dataDir, 'photos');
}

/** Whether the folder has any photos, or the operator has accepted before that it has none. */
export async function hasPhotosOrNeedsNone(dataDir: string): Promise<boolean> {
  return (await hasPhotos(dataDir)) || (await namesIn(photosFolder(dataDir))).includes(ACCEPTED);
}

export async function hasPhotos(dataDir: string): Promise<boolean> {
  for await (const _ of new FolderStore(dataDir).list()) return true;
  return false;
}

export async function acceptWithoutPhotos(dataDir: string): Promise<void> {
  await makeDurableFolder(photosFolder(dataDir));
  await writeDurably(join(photosFolder(dataDir), ACCEPTED), Buffer.alloc(0));
}
