import { createStore, delMany, entries, setMany, update, type UseStore } from 'idb-keyval';
import { UPLOADS_DATABASE } from '#contract/storageKeys.ts';
import { isRecord } from '#domain/records.ts';
import { type UploadDrop, type StoredUpload, isOutdated } from '#domain/uploads/storedUploads.ts';
import type { UploadTarget } from '#domain/uploads/uploadPlan.ts';

const { name: databaseName, store: storeName, drop: DROP, file: FILE } = UPLOADS_DATABASE;

export interface StoredDrop extends UploadDrop {
  /** Empty where the browser gives no handles. */
  roots: FileSystemHandle[];
}

/** Stores uploads on this device. Every method rejects where the browser stores nothing. */
export interface UploadStore {
  load: () => Promise<{ drops: StoredDrop[]; files: StoredUpload[] }>;
  addDrop: (drop: StoredDrop) => Promise<void>;
  putFiles: (files: readonly StoredUpload[]) => Promise<void>;
  removeFiles: (files: readonly StoredUpload[]) => Promise<void>;
  removeDrops: (ids: readonly string[]) => Promise<void>;
  /** Takes a drop over from the tab that it was read from; false when another tab was first. */
  claim: (drop: StoredDrop, claim: string) => Promise<boolean>;
}

export function openUploadStore(): UploadStore {
  let opened: UseStore | undefined;
  const store = () => (opened ??= createStore(databaseName, storeName));
  return {
    async load() {
      const values = (await entries<string, unknown>(store())).map(([, value]) => value);
      return { drops: values.filter(isDrop), files: values.filter(isFile) };
    },
    addDrop: async (drop) => setMany([[DROP + drop.id, drop]], store()),
    putFiles: async (files) =>
      setMany(
        files.map((file) => [fileKey(file), file]),
        store(),
      ),
    removeFiles: async (files) => delMany(files.map(fileKey), store()),
    removeDrops: async (ids) =>
      delMany(
        ids.map((id) => DROP + id),
        store(),
      ),
    async claim(drop, claim) {
      let mine = false;
      await update<unknown>(
        DROP + drop.id,
        (stored) => {
          mine = isDrop(stored) && stored.claim === drop.claim;
          return mine ? { ...drop, claim } : stored;
        },
        store(),
      );
      return mine;
    },
  };
}

function fileKey({ drop, number }: StoredUpload): string {
  return `${FILE}${drop}:${number}`;
}

function isDrop(value: unknown): value is StoredDrop {
  return (
    isRecord(value) && typeof value.claim === 'string' && Array.isArray(value.albums) && Array.isArray(value.roots)
  );
}

function isFile(value: unknown): value is StoredUpload {
  return (
    isRecord(value) && typeof value.drop === 'string' && typeof value.size === 'number' && Array.isArray(value.path)
  );
}

/** A file to upload, with the names of the folders that it was dropped in. */
export interface UploadFile {
  file: File;
  path: readonly string[];
  /** The names of the albums made from its folders, where they differ from the folders'. */
  albums?: readonly string[];
  /** The dropped file or folder, where the browser gives handles. */
  root?: FileSystemHandle | undefined;
}

export interface UploadsTo {
  album: UploadTarget;
  files: readonly UploadFile[];
}

export function newClaim(): string {
  // `crypto.randomUUID` is absent where the server is reached by http in a home network.
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

/** The data that is stored about newly chosen files. */
export function newDrop(userId: string, targets: readonly UploadsTo[]): { drop: StoredDrop; files: StoredUpload[] } {
  const id = newClaim();
  const all = targets.flatMap(({ album, files }) => files.map((file) => ({ ...file, albumId: album.id })));
  const roots = [...new Set(all.flatMap(({ root }) => root ?? []))];
  const files = all.map(({ file, path, root, albumId }, number) => ({
    drop: id,
    number,
    albumId,
    name: file.name,
    size: file.size,
    path,
    root: root && roots.indexOf(root),
    hash: undefined,
  }));
  const albums = targets.map(({ album: { id: albumId, name, slug } }) => ({ id: albumId, name, slug }));
  return { drop: { id, userId, claim: id, addedAtMs: Date.now(), total: files.length, albums, roots }, files };
}

interface StoredUploads {
  drops: StoredDrop[];
  files: StoredUpload[];
}

/** Reads the uploads stored on this device. Removes the ones that are too old, and files without their drop. */
export async function loadStored(store: UploadStore): Promise<StoredUploads> {
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
