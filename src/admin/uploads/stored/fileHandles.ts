import type { StoredUpload } from '#domain/uploads/storedUploads.ts';
import type { StoredDrop } from './uploadStore.ts';

// Chromium's handles on dropped files and folders, which can be stored and read again after the page was closed.

declare global {
  interface DataTransferItem {
    getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>;
  }
  interface FileSystemHandle {
    queryPermission?: (descriptor: { mode: 'read' }) => Promise<PermissionState>;
    requestPermission?: (descriptor: { mode: 'read' }) => Promise<PermissionState>;
  }
}

/** Must be called while the drop is being handled. Undefined where the browser gives no handles. */
export async function handleOf(item: DataTransferItem): Promise<FileSystemHandle | undefined> {
  try {
    return (await item.getAsFileSystemHandle?.()) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Asks the person if needed, so it must be called upon a press of a button. */
async function mayRead(handle: FileSystemHandle): Promise<boolean> {
  const read = { mode: 'read' } as const;
  try {
    if ((await handle.queryPermission?.(read)) === 'granted') return true;
    return (await handle.requestPermission?.(read)) === 'granted';
  } catch {
    return false;
  }
}

/** The file that was dropped itself or in a folder; undefined when it no longer exists. */
async function fileAt(root: FileSystemHandle, { path, name }: { path: readonly string[]; name: string }) {
  try {
    if (root instanceof FileSystemFileHandle) return await root.getFile();
    if (!(root instanceof FileSystemDirectoryHandle)) return undefined;
    let folder = root;
    for (const part of path.slice(1)) folder = await folder.getDirectoryHandle(part);
    return await (await folder.getFileHandle(name)).getFile();
  } catch {
    return undefined;
  }
}

export interface Found {
  kept: StoredUpload;
  file: File;
}

/** The files of a drop that can be read again. */
export async function readAgain({ roots }: StoredDrop, files: readonly StoredUpload[]): Promise<Found[]> {
  const allowed = new Map<FileSystemHandle, boolean>();
  const found: Found[] = [];
  for (const kept of files) {
    const root = kept.root === undefined ? undefined : roots[kept.root];
    if (!root) continue;
    if (!allowed.has(root)) allowed.set(root, await mayRead(root));
    const file = allowed.get(root) ? await fileAt(root, kept) : undefined;
    if (file) found.push({ kept, file });
  }
  return found;
}
