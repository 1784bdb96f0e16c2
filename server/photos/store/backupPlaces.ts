import { mkdir, mkdtemp, readdir, rmdir, stat } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { codeOf, UserError } from '#server/core/errors.ts';
import { isBelowRoot, overlap, realPathOf } from '#server/core/settings/realFolders.ts';

interface Bounds {
  /** The folders below which backups may be made. */
  roots: readonly string[];
  dataDir: string;
}

/** A disk below `/media/NAME` is two folders deep. */
const DISK_DEPTH = 2;
const OFFERED_DISKS = 20;
const OWNER_ONLY = 0o700;

/**
 * Returns the real path of a folder that may hold backups, after making it and writing to it; throws a sentence for a
 * person otherwise. Symbolic links are resolved first, so that none leads out of the roots.
 */
export async function usableBackupFolder(text: string, bounds: Bounds): Promise<string> {
  if (!isAbsolute(text)) throw new UserError(400, 'Enter the whole path of a folder, such as /media/usb/photos');
  const folder = await requireWithinRoots(text, bounds);
  try {
    await mkdir(folder, { recursive: true, mode: OWNER_ONLY });
    await rmdir(await mkdtemp(join(folder, '.circuit-tree-')));
  } catch (error) {
    throw new UserError(400, `The server cannot write to ${folder} (${codeOf(error) ?? 'unknown error'})`);
  }
  return folder;
}

/** The real path of a folder; throws a sentence if it is not below one of the roots, or the data folder is in the way. */
export async function requireWithinRoots(text: string, { roots, dataDir }: Bounds): Promise<string> {
  const folder = await realPathOf(resolve(text));
  if (!(await isBelowRoot(folder, { roots, orIsOne: false }))) {
    throw new UserError(400, `Choose a folder below ${roots.join(' or ')} (BACKUP_ROOTS)`);
  }
  await requireApart(folder, dataDir);
  return folder;
}

/** Throws a sentence if a folder for backups is, holds or lies in the data folder, by their real paths. */
export async function requireApart(folder: string, dataDir: string): Promise<void> {
  if (!overlap(await realPathOf(resolve(folder)), await realPathOf(dataDir))) return;
  throw new UserError(
    400,
    `${folder} is, holds or lies in the data folder ${dataDir}: a backup belongs in a folder apart, best on another disk`,
  );
}

/** Whether two folders are on one disk, and would be lost together; undefined if it is unknown. */
export async function isOnSameDisk(one: string, other: string): Promise<boolean | undefined> {
  const disks = await Promise.all([diskOf(one), diskOf(other)]);
  return disks.includes(undefined) ? undefined : disks[0] === disks[1];
}

/** The disks that are mounted below the roots, by their folders. */
export async function disksBelow(roots: readonly string[]): Promise<string[]> {
  const found = await Promise.all(roots.map((root) => disksIn(root, DISK_DEPTH)));
  return found.flat().slice(0, OFFERED_DISKS);
}

async function disksIn(folder: string, depth: number): Promise<string[]> {
  const [disk, entries] = await Promise.all([diskOf(folder), readdir(folder, { withFileTypes: true }).catch(() => [])]);
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
  const found = await Promise.all(
    folders.map(async (below) => {
      if ((await diskOf(below)) !== disk) return [below];
      return depth > 1 ? disksIn(below, depth - 1) : [];
    }),
  );
  return found.flat();
}

async function diskOf(folder: string): Promise<number | undefined> {
  return stat(folder).then(
    ({ dev }) => dev,
    () => undefined,
  );
}
