import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { isSystemFile } from '#domain/uploads/folderAlbums.ts';
import { reasonOf, UserError } from '../../errors.ts';
import { overlaps } from '../../settings/networks.ts';

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

/**
 * The real path of a folder to import from. Throws when there is no such folder, or when it lies in the library or
 * contains it.
 */
export async function sourceFolder(folder: string, dataDir: string): Promise<string> {
  const path = await realpath(resolve(folder)).catch(() => undefined);
  if (path === undefined || !(await stat(path)).isDirectory()) throw new UserError(400, `There is no folder ${folder}`);
  const library = await realpath(dataDir);
  if (overlaps(path, library)) {
    throw new UserError(400, `${folder} and DATA_DIR lie in each other: import from a folder of its own`);
  }
  return path;
}

export async function readTree(path: string): Promise<SourceTree> {
  const tree = { links: [], unreadable: [] };
  return { ...tree, root: await readFolder(path, tree) };
}

export async function folderMark(path: string): Promise<FolderMark | undefined> {
  const found = await stat(path).catch(() => undefined);
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
  const entries = await readdir(path, { withFileTypes: true }).catch((error: unknown) => {
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
