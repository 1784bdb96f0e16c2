import { createStore, delMany, entries, setMany, update, type UseStore } from 'idb-keyval';
import { UPLOADS_DATABASE } from '#contract/storageKeys.ts';
import { isRecord } from '#domain/records.ts';
import type { UploadDrop, StoredUpload } from '#domain/uploads/storedUploads.ts';

const { name, store: storeName, drop: DROP, file: FILE } = UPLOADS_DATABASE;

export interface StoredDrop extends UploadDrop {
  /** Empty where the browser gives no handles. */
  roots: FileSystemHandle[];
}

/** Remembers uploads on this device. Every method rejects where the browser stores nothing. */
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
  const store = () => (opened ??= createStore(name, storeName));
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
