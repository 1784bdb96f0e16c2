import { useEffect, useEffectEvent, useState } from 'react';
import { readSidecar, type SidecarContent, isSidecar, sidecarsIn } from '#domain/takeout/sidecars.ts';
import { isSystemFile, folderKey } from '#domain/uploads/folderAlbums.ts';
import { noteAbout } from '#src/shared/uploads/aboutFiles.ts';
import { handleOf } from '#src/admin/uploads/stored/fileHandles.ts';
import type { UploadFile } from '#src/admin/uploads/stored/uploadStore.ts';
import styles from './FileDrop.module.css';
import { Text } from '#src/shared/ui/text/Text.tsx';

interface Props {
  /** The words over the page while files are dragged over it. */
  hint: string;
  /** Called with undefined when the files cannot be read. Without it, drops are caught and ignored. */
  onDropped: ((files: UploadFile[] | undefined) => void) | undefined;
}

/** Takes files dropped anywhere on the page, and covers the page with a hint while files are dragged over it. */
export function FileDrop({ hint, onDropped }: Props) {
  const dragging = useFileDrop((files) => onDropped?.(files));
  if (!dragging || !onDropped) return null;
  return (
    <div className={styles.overlay}>
      <Text strong className={styles.words}>
        {hint}
      </Text>
    </div>
  );
}

/** Returns whether files are being dragged over the page. */
function useFileDrop(onDropped: (files: UploadFile[] | undefined) => void): boolean {
  const [dragging, setDragging] = useState(false);
  const drop = useEffectEvent(onDropped);

  useEffect(() => {
    const onDrag = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      // Without this the browser would leave the page and open the file.
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setDragging(true);
    };
    const onLeave = (event: DragEvent) => {
      // Moving from one element to the next has a related target; leaving the window has none.
      if (!event.relatedTarget) setDragging(false);
    };
    const onDrop = (event: DragEvent) => {
      setDragging(false);
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      void droppedFiles(event.dataTransfer)
        .catch(() => undefined)
        .then((files) => drop(files));
    };
    const events = [
      ['dragenter', onDrag],
      ['dragover', onDrag],
      ['dragleave', onLeave],
      ['drop', onDrop],
    ] as const;
    for (const [name, listener] of events) window.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of events) window.removeEventListener(name, listener);
    };
  }, []);

  return dragging;
}

/** The dropped files, and those inside dropped folders. Throws when one of them cannot be read. */
async function droppedFiles(transfer: DataTransfer): Promise<UploadFile[]> {
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

/**
 * The pictures of a drop, without Google's sidecars: their facts are added to the pictures, names of albums replace
 * those of their folders, and pictures from the trash there are left out.
 */
async function withSidecars(files: readonly UploadFile[]): Promise<UploadFile[]> {
  if (!files.some(({ file }) => isSidecar(file.name))) return [...files];
  const titles = new Map<string, string>();
  const found: UploadFile[] = [];
  const folders = new Map<string, UploadFile[]>();
  for (const file of files) {
    const key = folderKey(file.path);
    folders.set(key, [...(folders.get(key) ?? []), file]);
  }
  for (const [key, inFolder] of folders) {
    const { pictures, title } = await picturesOf(inFolder);
    found.push(...pictures);
    if (title !== undefined) titles.set(key, title);
  }
  return titles.size === 0 ? found : found.map((file) => Object.assign({}, file, { albums: albumsOf(file, titles) }));
}

function albumsOf({ path }: UploadFile, titles: ReadonlyMap<string, string>): string[] {
  return path.map((name, depth) => titles.get(folderKey(path.slice(0, depth + 1))) ?? name);
}

async function picturesOf(
  files: readonly UploadFile[],
): Promise<{ pictures: UploadFile[]; title: string | undefined }> {
  const byPicture = sidecarsIn(files.map(({ file }) => file.name));
  const contents = new Map<string, SidecarContent>();
  for (const { file } of files) {
    if (isSidecar(file.name)) contents.set(file.name, readSidecar(await file.text().catch(() => '')));
  }
  const pictures = files.filter(({ file }) => {
    if (isSidecar(file.name)) return isUnread(contents.get(file.name));
    const about = contents.get(byPicture.get(file.name) ?? '')?.about;
    if (about) noteAbout(file, about);
    return !about?.isTrashed;
  });
  return { pictures, title: [...contents.values()].find(({ albumTitle }) => albumTitle !== undefined)?.albumTitle };
}

function isUnread({ about, albumTitle }: SidecarContent = {}): boolean {
  return about === undefined && albumTitle === undefined;
}
