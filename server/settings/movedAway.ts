import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, StartError } from '../errors.ts';
import type { Settings } from './settings.ts';

type Part = 'database' | 'photos';

/** Files in the data folder, there as long as that part of the library is elsewhere; in each stands where. */
const MARKS: Readonly<Record<Part, string>> = { database: 'database-moved', photos: 'photos-moved' };

const LEADS_BACK: Readonly<Record<Part, string>> = { database: 'file', photos: 'folder' };

/** The file that tells where a part of the library was moved to: what was left in the data folder is of the past. */
export function moveMark(dataDir: string, part: Part): string {
  return join(dataDir, MARKS[part]);
}

/** Call when a part of the library is in the data folder again. */
export function forgetMove(dataDir: string, part: Part): void {
  rmSync(moveMark(dataDir, part), { force: true });
}

type Place = Pick<Settings, 'dataDir' | 'databaseUrl' | 'bucket'>;

/** Returns the settings; throws where they would serve, or change, what a move has left behind. */
export function requireNotMoved<Given extends Place>(settings: Given): Given {
  const { dataDir, databaseUrl, bucket } = settings;
  if (databaseUrl === undefined) requireHere(dataDir, 'database', 'DATABASE_URL');
  if (!bucket) requireHere(dataDir, 'photos', 'S3_URL');
  return settings;
}

function requireHere(dataDir: string, part: Part, variable: string): void {
  const mark = moveMark(dataDir, part);
  const place = textOf(mark);
  if (place === undefined) return;
  throw new StartError(
    `${variable}: it is not set, and the ${part} of ${dataDir} ${part === 'photos' ? 'are' : 'is'} in ${place}: set it, or lead back with the command move --to ${LEADS_BACK[part]} (to go on with what is here from before the move, delete ${mark})`,
  );
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw new StartError(`DATA_DIR: cannot read ${file}`, { cause: error });
  }
}
