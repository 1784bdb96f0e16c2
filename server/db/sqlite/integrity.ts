import { chmodSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { codeOf, reasonOf, UserError } from '../../errors.ts';
import { DATABASE_FILE, whyNotWritable } from '../dataFolder.ts';

const MISSING = 404;
const DAMAGED = 500;
const UNKNOWN = 503;
const OWNER_ONLY = 0o600;

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
  chmodSync(file, OWNER_ONLY);
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
    // Even to read a database that a server has used, SQLite has to create a file beside it.
    throw new UserError(UNKNOWN, `The database ${file} could not be checked: ${readOnly}`);
  }
}

function problemIn(sqlite: Sqlite.Database): string | undefined {
  const found = String(sqlite.pragma('integrity_check(1)', { simple: true }));
  if (found !== 'ok') return found.replaceAll('\n', ' ');
  const tables = sqlite.prepare("select name from sqlite_master where type = 'table' and name = 'photos'").all();
  if (tables.length === 0) return 'it has no photos table';
  const broken = sqlite.pragma('foreign_key_check');
  return Array.isArray(broken) && broken.length > 0 ? `${broken.length} rows refer to others that are gone` : undefined;
}
