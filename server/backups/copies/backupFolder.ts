import { rmSync } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { datedName } from '#domain/clock/when.ts';
import { DATABASE_FILE, SEALING_KEYS_FILE } from '#server/core/db/dataFolder.ts';
import { UserError } from '#server/core/errors.ts';
import { hashOfFile, namesIn, syncFolder, writeDurably } from '#server/core/files/durableFiles.ts';
import { isWholeCopy, type Sums, SUMS_FILE, sumsOf } from '#server/library/wholeCopy.ts';
import { folderOf } from '#server/photos/store/folderStore.ts';
import { addressOf, partNamed } from '#server/photos/store/photoNames.ts';
import type { OwnFiles } from './ownFiles.ts';

/** Added to the name of a backup while it is incomplete, and of one that is being removed. */
const UNFINISHED = '.unfinished';
const REPLACED = '.replaced';
const DATED = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z$/;
/** The length of the day within such a name. */
const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** Creates the folder for an incomplete backup, without what an interrupted one left there. */
export async function beginBackup(target: string, own: OwnFiles): Promise<string> {
  const unfinished = target + UNFINISHED;
  await own.removeOwn(unfinished);
  await recoverReplaced(target);
  await refuseForeign(target);
  await own.makeFolder(unfinished);
  return unfinished;
}

/**
 * Turns an expired backup into the folder for a new one, since most of its files are the same. Returns the paths of its
 * photos’ files; other paths in the list of hashes are left out.
 */
export async function takeOver(expired: string, { to, own }: { to: string; own: OwnFiles }): Promise<string[]> {
  const sums = await sumsOf(expired);
  await own.removeOwn(to);
  await rename(expired, to);
  for (const name of [DATABASE_FILE, SEALING_KEYS_FILE, SUMS_FILE]) await rm(join(to, name), { force: true });
  return [...(sums?.keys() ?? [])].filter(isPathOfPart);
}

/** Gives a complete backup its final name. An earlier backup of that name is replaced. */
export async function finishBackup(target: string, sums: Sums): Promise<void> {
  const unfinished = target + UNFINISHED;
  const names = await namesIn(unfinished);
  for (const name of [DATABASE_FILE, SEALING_KEYS_FILE].filter((one) => names.includes(one)))
    sums.set(name, await hashOfFile(join(unfinished, name)));
  const lines = [...sums].map(([path, hash]) => `${hash}  ${path}\n`);
  await writeDurably(join(unfinished, SUMS_FILE), Buffer.from(lines.join('')));
  await syncFolder(unfinished);
  if ((await namesIn(target)).length > 0) await rename(target, target + REPLACED);
  await rename(unfinished, target);
  await syncFolder(dirname(target));
  removeFiles(target + REPLACED);
}

export function isUnfinished(folder: string): boolean {
  return resolve(folder).endsWith(UNFINISHED);
}

/** Whether the time in a folder's name is on the same day. */
export function isOfSameDay(folder: string, at: number): boolean {
  const name = basename(folder);
  return DATED.test(name) && name.slice(0, DAY_LENGTH) === datedName(at).slice(0, DAY_LENGTH);
}

/** The dated backups that this server made, the newest first: others may have put some beside them. */
export async function ownBackups(place: string, own: OwnFiles): Promise<string[]> {
  const backups = await datedBackups(place);
  const isOwn = await Promise.all(backups.map((folder) => own.hasMade(folder)));
  return backups.filter((_, index) => isOwn[index]);
}

/** The paths of the dated backups in a place, the newest first. */
export async function datedBackups(place: string): Promise<string[]> {
  const names = (await namesIn(place))
    .filter((name) => DATED.test(name))
    .toSorted()
    .toReversed();
  const folders = names.map((name) => join(place, name));
  const whole = await Promise.all(folders.map(isWholeCopy));
  return folders.filter((_, index) => whole[index]);
}

/** Removes what interrupted backups left in a folder, and all complete ones but the newest. */
export async function pruneBackups(place: string, { keep, own }: { keep: number; own: OwnFiles }): Promise<void> {
  for (const folder of (await ownBackups(place, own)).slice(keep)) await rename(folder, folder + UNFINISHED);
  for (const name of await namesIn(place)) {
    if (!name.endsWith(UNFINISHED) || !DATED.test(basename(name, UNFINISHED))) continue;
    if (await own.hasMade(join(place, name))) removeFiles(join(place, name));
  }
}

/**
 * For very many files this takes a fraction of the time of `rm`; backups are made in processes that have nothing else
 * to do.
 */
function removeFiles(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Restores the name of a backup that was being replaced when the program was killed. */
async function recoverReplaced(target: string): Promise<void> {
  const isThere = (await namesIn(target)).length > 0;
  const wasThere = (await namesIn(target + REPLACED)).length > 0;
  if (wasThere && !isThere) await rename(target + REPLACED, target);
}

async function refuseForeign(target: string): Promise<void> {
  const names = await namesIn(target);
  if (names.length > 0 && !(await isWholeCopy(target))) {
    throw new UserError(
      400,
      `The folder ${target} is not empty and holds no backup: a backup needs a new or an empty one`,
    );
  }
  if (names.length === 0 && (await isMountPoint(target))) {
    throw new UserError(400, `${target} is a whole disk: choose a folder on it, such as ${join(target, 'backup')}`);
  }
}

/** Whether another disk is mounted at this folder: nothing outside of it can then be renamed to it. */
async function isMountPoint(folder: string): Promise<boolean> {
  try {
    return (await stat(folder)).dev !== (await stat(dirname(folder))).dev;
  } catch {
    return false;
  }
}

/** Whether a path within the data folder is that of a file of a photo. */
function isPathOfPart(path: string): boolean {
  const name = basename(path);
  const address = addressOf(basename(dirname(dirname(path))), basename(dirname(path)));
  return address !== undefined && partNamed(name) !== undefined && path === join(folderOf(address), name);
}
