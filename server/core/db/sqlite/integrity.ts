import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { codeOf, reasonOf, UserError } from '#server/core/errors.ts';
import { closeFile, DATABASE_FILE, whyNotWritable, isAlbumId, isPhotoFilename } from '../dataFolder.ts';

const MISSING = 404;
const DAMAGED = 500;
const UNKNOWN = 503;

/** The columns from which paths of files are built. An older database lacks some of them. */
const IN_PATHS = [
  { table: 'albums', column: 'id', isGood: isAlbumId },
  { table: 'photos', column: 'files_in', isGood: isAlbumId },
  { table: 'photos', column: 'files_named', isGood: isPhotoFilename },
  { table: 'photos', column: 'filename', isGood: isPhotoFilename },
  { table: 'files_to_remove', column: 'album_id', isGood: isAlbumId },
  { table: 'files_to_remove', column: 'filename', isGood: isPhotoFilename },
  { table: 'pending_files', column: 'album_id', isGood: isAlbumId },
  { table: 'pending_files', column: 'filename', isGood: isPhotoFilename },
];

/** Throws an error with one sentence unless the data folder has an intact database. Writes nothing. */
export function checkDatabase(dataDir: string): void {
  const file = join(dataDir, DATABASE_FILE);
  if (!isThere(dataDir)) throw new UserError(MISSING, `There is no folder ${dataDir}`);
  if (!isThere(file)) throw new UserError(MISSING, `There is no database in ${dataDir}: ${DATABASE_FILE} is missing`);
  const problem = problemOf(file);
  if (problem === undefined) return;
  throw new UserError(DAMAGED, `The database ${file} is damaged (${problem}): restore a backup`);
}

/** Turns a copied database into one plain file, which can be read from a read-only disk too. */
export function sealDatabase(dataDir: string): void {
  checkDatabase(dataDir);
  const file = join(dataDir, DATABASE_FILE);
  const sqlite = new Sqlite(file, { fileMustExist: true });
  sqlite.pragma('journal_mode = DELETE');
  sqlite.close();
  closeFile(file);
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

function problemOf(file: string): string | undefined {
  try {
    const sqlite = new Sqlite(file, { fileMustExist: true });
    try {
      return problemIn(sqlite);
    } finally {
      sqlite.close();
    }
  } catch (error) {
    const readOnly = codeOf(error) === 'SQLITE_CANTOPEN' ? whyNotWritable(dirname(file)) : undefined;
    if (readOnly === undefined) return reasonOf(error);
    // SQLite has to create a file beside a database that a server has used, even to read it.
    throw new UserError(UNKNOWN, `The database ${file} could not be checked: ${readOnly}`);
  }
}

function problemIn(sqlite: Sqlite.Database): string | undefined {
  const found = String(sqlite.pragma('integrity_check(1)', { simple: true }));
  if (found !== 'ok') return found.replaceAll('\n', ' ');
  const tables = sqlite.prepare("select name from sqlite_master where type = 'table' and name = 'photos'").all();
  if (tables.length === 0) return 'it has no photos table';
  const broken = sqlite.pragma('foreign_key_check');
  if (Array.isArray(broken) && broken.length > 0) return `${broken.length} rows refer to others that are gone`;
  return foreignNameIn(sqlite);
}

/**
 * Returns a stored name that leads outside of the library: who tampers with a database could have files written or
 * removed there.
 */
function foreignNameIn(sqlite: Sqlite.Database): string | undefined {
  for (const { table, column, isGood } of IN_PATHS) {
    const known = sqlite.prepare('select 1 from pragma_table_info(?) where name = ?').get(table, column);
    if (known === undefined) continue;
    sqlite.function('is_good', (value) => (typeof value === 'string' && isGood(value) ? 1 : 0));
    const select = `select ${column} from ${table} where ${column} is not null and is_good(${column}) = 0 limit 1`;
    const found = sqlite.prepare(select).pluck().get();
    if (found !== undefined) return `the ${column} ${JSON.stringify(found)} in ${table} is none of this app's`;
  }
  return undefined;
}
