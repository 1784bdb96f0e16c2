import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isSystemFile } from '#domain/uploads/folderAlbums.ts';
import { reasonOf } from '#server/core/errors.ts';
import { isInPlace } from './fileInPlace.ts';

/** The state of a folder just before it was listed: its identity, and when a name in it last came or went. */
export interface FolderMark {
  identity: string;
  changedAt: number;
}

export interface SourceFolder {
  path: string;
  /** Undefined when it could not be read. */
  mark: FolderMark | undefined;
  name: string;
  /** The names of its files, in natural order. */
  files: string[];
  folders: SourceFolder[];
}

interface SourceTree {
  root: SourceFolder;
  /** Symbolic links, none of which are followed: they could lead anywhere, and in circles. */
  links: string[];
  /** Folders that could not be read, each with the reason. */
  unreadable: string[];
}

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

export async function readTree(path: string): Promise<SourceTree> {
  const tree = { links: [], unreadable: [] };
  return { ...tree, root: await readFolder(path, tree) };
}

export async function folderMark(path: string): Promise<FolderMark | undefined> {
  const found = await lstat(path).catch(() => undefined);
  return found && { identity: `${found.dev} ${found.ino}`, changedAt: found.mtimeMs };
}

/** Reads a folder, and those folders in it whose paths `isWanted` accepts. */
export async function readFolder(
  path: string,
  tree: Omit<SourceTree, 'root'>,
  isWanted: (path: string) => boolean = () => true,
): Promise<SourceFolder> {
  const mark = await folderMark(path);
  const folder: SourceFolder = { path, mark, name: basename(path).normalize('NFC'), files: [], folders: [] };
  const entries = await entriesIn(path).catch((error: unknown) => {
    tree.unreadable.push(`${path}: ${reasonOf(error)}`);
    return [];
  });
  for (const entry of entries.toSorted((one, other) => byName.compare(one.name, other.name))) {
    if (isSystemFile(entry.name)) continue;
    const inside = join(path, entry.name);
    if (entry.isSymbolicLink()) tree.links.push(inside);
    else if (entry.isDirectory()) {
      if (isWanted(inside)) folder.folders.push(await readFolder(inside, tree, isWanted));
    } else if (entry.isFile()) folder.files.push(entry.name);
  }
  return folder;
}

/** A folder that became a link since the one above was listed is not read. */
async function entriesIn(path: string): Promise<Dirent[]> {
  if (await isInPlace(path)) return readdir(path, { withFileTypes: true });
  throw new Error('it leads elsewhere now');
}
