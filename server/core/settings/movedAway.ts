import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, StartError } from '#server/core/errors.ts';
import type { Settings } from './settings.ts';

type Part = 'database' | 'photos';

/** Files in the data folder that exist while that part of the library is elsewhere; each holds the new address. */
const MARKS: Readonly<Record<Part, string>> = { database: 'database-moved', photos: 'photos-moved' };

const LEADS_BACK: Readonly<Record<Part, string>> = { database: 'file', photos: 'folder' };

/**
 * The file that names the place to which a part of the library was moved: the rest of it in the data folder is
 * outdated.
 */
export function moveMark(dataDir: string, part: Part): string {
  return join(dataDir, MARKS[part]);
}

/** Call when a part of the library is in the data folder again. */
export function forgetMove(dataDir: string, part: Part): void {
  rmSync(moveMark(dataDir, part), { force: true });
}

type Place = Pick<Settings, 'dataDir' | 'databaseUrl' | 'photosUrl'>;

/** Returns the settings; throws where they would serve, or change, the outdated rest of a moved library. */
export function requireNotMoved<Given extends Place>(settings: Given): Given {
  const { dataDir, databaseUrl, photosUrl } = settings;
  if (databaseUrl === undefined) requireHere(dataDir, 'database', 'DATABASE_URL');
  if (photosUrl === undefined) requireHere(dataDir, 'photos', 'S3_URL');
  return settings;
}

function requireHere(dataDir: string, part: Part, variable: string): void {
  const mark = moveMark(dataDir, part);
  const place = noteIn(mark);
  if (place === undefined) return;
  throw new StartError(
    `${variable}: it is not set, and the ${part} of ${dataDir} ${part === 'photos' ? 'are' : 'is'} in ${place}: set it, or lead back with the command move --to ${LEADS_BACK[part]} (to go on with what is here from before the move, delete ${mark})`,
  );
}

function noteIn(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw new StartError(`DATA_DIR: cannot read ${file}`, { cause: error });
  }
}
