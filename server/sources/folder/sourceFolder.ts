import type { Slots } from '#server/core/slots.ts';
import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { reasonOf, UserError } from '#server/core/errors.ts';
import { firstOverlapping, isBelowRoot } from '#server/core/settings/realFolders.ts';
import { SourceAway } from '../sourceAdapter.ts';

// Which folders photos may be taken from.

/** The folders in which the server itself stores photos: taken from there, they would come again and again. */
interface OwnFolders {
  dataDir: string;
  /** The folder for backups; undefined: there is none. */
  backupDir: string | undefined;
}

export interface FollowBounds {
  /** SOURCE_DIRS: the folders that may be followed, with all below them. */
  roots: readonly string[];
  own: () => Promise<OwnFolders>;
}

/**
 * The real path of a folder to import from. Throws when there is no such folder, or when it overlaps one of the
 * server's own folders.
 */
export async function sourceFolder(folder: string, own: OwnFolders): Promise<string> {
  const path = await realFolder(folder);
  await requireApart(path, own, 'import from');
  return path;
}

/** Throws a sentence when a folder, by its real path, is, holds or lies in one of the server's own folders. */
export async function requireApart(
  path: string,
  { dataDir, backupDir }: OwnFolders,
  use: 'import from' | 'follow',
): Promise<void> {
  const advice = `${use} a folder of its own`;
  // The photos may be on another disk, with a link in the data folder that leads there.
  if ((await firstOverlapping(path, [dataDir, join(dataDir, 'photos')])) !== undefined) {
    throw new UserError(400, `${path} and DATA_DIR lie in each other: ${advice}`);
  }
  if (backupDir !== undefined && (await firstOverlapping(path, [backupDir])) !== undefined) {
    throw new UserError(400, `${path} and the folder for backups, ${backupDir}, lie in each other: ${advice}`);
  }
}

/** The real path of a folder that may be followed; throws a sentence otherwise. */
export async function followable(folder: string, bounds: FollowBounds): Promise<string> {
  if (!isAbsolute(folder)) throw new UserError(400, 'Enter the whole path of a folder, such as /mnt/photos');
  const path = await realFolder(folder);
  await requireAllowed(path, folder, bounds);
  return path;
}

/**
 * Throws SourceAway when a folder is followed that may not be followed any more, or whose path leads elsewhere now: the
 * operator may have changed SOURCE_DIRS, and somebody else may have put a link in its place.
 */
export async function requireStillFollowable(place: string, bounds: FollowBounds): Promise<void> {
  const path = await realpath(place).catch((error: unknown) => {
    throw new SourceAway(`The folder cannot be read: ${reasonOf(error)}`);
  });
  if (path !== place) throw new SourceAway(`${place} leads to ${path} now: nothing is read there`);
  await requireAllowed(path, place, bounds).catch((error: unknown) => {
    throw error instanceof UserError ? new SourceAway(error.message) : error;
  });
}

async function requireAllowed(path: string, name: string, { roots, own }: FollowBounds): Promise<void> {
  if (!(await isBelowRoot(path, { roots, orIsOne: true }))) {
    throw new UserError(400, `SOURCE_DIRS names the folders that may be followed, and ${name} is not in them`);
  }
  await requireApart(path, await own(), 'follow');
}

async function realFolder(folder: string): Promise<string> {
  const path = await realpath(resolve(folder)).catch(() => undefined);
  if (path === undefined || !(await stat(path)).isDirectory()) throw new UserError(400, `There is no folder ${folder}`);
  return path;
}

/** The folder into which the server copies the library; undefined where it does not. */
export async function copyFolderOf({ slots }: { slots: Pick<Slots, 'copyFolders'> }): Promise<string | undefined> {
  for (const find of slots.copyFolders) {
    const folder = await find();
    if (folder !== undefined) return folder;
  }
  return undefined;
}
