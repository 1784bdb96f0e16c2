import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { codeOf, UserError } from '#server/core/errors.ts';
import { isWithin } from './networks.ts';

// Where folders really are: a name may be a symbolic link, and become one later.

/** Whether of two absolute paths one is the other, holds it or lies in it. */
export function overlap(one: string, other: string): boolean {
  return isWithin(one, other) || isWithin(other, one);
}

/**
 * Returns the first of the other folders that overlaps the folder with this real path. Links in their paths are
 * resolved.
 */
export async function firstOverlapping(folder: string, others: readonly string[]): Promise<string | undefined> {
  for (const other of others) if (overlap(folder, await realPathIfAny(other))) return other;
  return undefined;
}

/** Whether a folder, by its real path, lies below one of the roots, however these are named. */
export async function isBelowRoot(
  folder: string,
  { roots, orIsOne }: { roots: readonly string[]; orIsOne: boolean },
): Promise<boolean> {
  const real = await Promise.all(roots.map(realPathIfAny));
  return real.some((root) => (orIsOne || folder !== root) && isWithin(folder, root));
}

/** The real path of a folder; also of one whose last folders do not exist yet. */
export async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || dirname(path) === path) {
      throw new UserError(400, `${path} cannot be used (${codeOf(error) ?? 'unknown error'})`);
    }
    if (await isThere(path)) throw new UserError(400, `${path} is a link that leads nowhere`);
    return join(await realPathOf(dirname(path)), basename(path));
  }
}

/** Returns the real path of a folder, or the path itself if that leads nowhere: no real path can then lie in it. */
function realPathIfAny(path: string): Promise<string> {
  return realPathOf(resolve(path)).catch(() => resolve(path));
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
