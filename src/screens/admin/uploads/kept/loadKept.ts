import { isOutdated, type KeptFile } from '../../../../domain/uploads/keptUploads.ts';
import type { KeptStore, StoredDrop } from './keptStore.ts';

export interface Kept {
  drops: StoredDrop[];
  files: KeptFile[];
}

/** What is stored on this device. What is too old, and files without their drop, are removed on the way. */
export async function loadKept(store: KeptStore): Promise<Kept> {
  try {
    const { drops, files } = await store.load();
    const current = drops.filter((drop) => !isOutdated(drop, Date.now()));
    const ids = new Set(current.map(({ id }) => id));
    await store.removeFiles(files.filter(({ drop }) => !ids.has(drop)));
    await store.removeDrops(drops.flatMap(({ id }) => (ids.has(id) ? [] : id)));
    return { drops: current, files: files.filter(({ drop }) => ids.has(drop)) };
  } catch {
    // Where nothing can be stored, nothing was.
    return { drops: [], files: [] };
  }
}
