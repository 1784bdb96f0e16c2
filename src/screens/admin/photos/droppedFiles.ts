import { isSystemFile } from '#domain/uploads/folderAlbums.ts';
import { handleOf } from '../uploads/stored/fileHandles.ts';
import { withSidecars } from '../uploads/folders/droppedSidecars.ts';
import type { UploadFile } from '../uploads/stored/newDrop.ts';

/** The dropped files, and those inside dropped folders. Throws when one of them cannot be read. */
export async function droppedFiles(transfer: DataTransfer): Promise<UploadFile[]> {
  // The browser empties both lists when the event handler returns, so they are read before the first await.
  const items = Array.from(transfer.items).filter(({ kind }) => kind === 'file');
  const entries = items.map((item) => item.webkitGetAsEntry());
  const plain = [...transfer.files];
  const roots = await Promise.all(items.map(handleOf));
  if (!entries.some((entry) => entry?.isDirectory)) {
    return withSidecars(plain.map((file, index) => ({ file, path: [], root: roots[index] })));
  }
  const found = await Promise.all(entries.map(async (entry) => (entry ? filesOf(entry, []) : [])));
  return withSidecars(
    found.flatMap((files, index) => files.map((file) => Object.assign(file, { root: roots[index] }))),
  );
}

async function filesOf(entry: FileSystemEntry, path: readonly string[]): Promise<UploadFile[]> {
  if (isFile(entry)) {
    if (isSystemFile(entry.name)) return [];
    return [{ file: await new Promise<File>((resolve, reject) => entry.file(resolve, reject)), path }];
  }
  if (!isFolder(entry)) return [];
  const children = await allChildren(entry.createReader());
  const found = await Promise.all(children.sort(byName).map((child) => filesOf(child, [...path, entry.name])));
  return found.flat();
}

/** readEntries() returns a folder's entries in portions of at most 100, and an empty portion at the end. */
async function allChildren(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const all: FileSystemEntry[] = [];
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (portion.length === 0) return all;
    all.push(...portion);
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function byName(a: FileSystemEntry, b: FileSystemEntry): number {
  return a.name.localeCompare(b.name, undefined, { numeric: true });
}
