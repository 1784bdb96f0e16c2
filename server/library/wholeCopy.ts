import { join } from 'node:path';
import { DATABASE_FILE } from '#server/core/db/dataFolder.ts';
import { namesIn, readText } from '#server/core/files/durableFiles.ts';
import { LOCK_FILES } from '#server/core/locks.ts';

/**
 * A list of hashes in the format of `sha256sum --check`. It is written last, so that a folder that has it is a complete
 * copy of a library.
 */
export const SUMS_FILE = 'SHA256SUMS';

/** The hashes of files by their paths within a copy. */
export type Sums = Map<string, string>;

/** The hashes of the files of a complete copy; undefined for any other folder. */
export async function sumsOf(folder: string): Promise<Sums | undefined> {
  if (!(await isWholeCopy(folder))) return undefined;
  const lines = (await readText(join(folder, SUMS_FILE))).split('\n').filter(Boolean);
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
}

/** Whether a folder is a complete copy on which no server has run: otherwise it is a library of its own. */
export async function isWholeCopy(folder: string): Promise<boolean> {
  const names = await namesIn(folder);
  return names.includes(SUMS_FILE) && names.includes(DATABASE_FILE) && !names.includes(LOCK_FILES.server);
}
