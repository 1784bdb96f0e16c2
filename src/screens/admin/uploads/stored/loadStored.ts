import { isOutdated, type StoredUpload } from '#domain/uploads/storedUploads.ts';
import type { UploadStore, StoredDrop } from './uploadStore.ts';

export interface Kept {
  drops: StoredDrop[];
  files: StoredUpload[];
}

/** Reads the uploads stored on this device. Removes the ones that are too old, and files without their drop. */
export async function loadStored(store: UploadStore): Promise<Kept> {
  try {
    const { drops, files } = await store.load();
    const current = drops.filter((drop) => !isOutdated(drop, Date.now()));
    const ids = new Set(current.map(({ id }) => id));
    await store.removeFiles(files.filter(({ drop }) => !ids.has(drop)));
    await store.removeDrops(drops.flatMap(({ id }) => (ids.has(id) ? [] : id)));
    return { drops: current, files: files.filter(({ drop }) => ids.has(drop)) };
  } catch {
    // Without storage there is nothing to read.
    return { drops: [], files: [] };
  }
}
