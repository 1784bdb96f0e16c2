import {
  constants,
  copyFileSync,
  existsSync,
  renameSync,
  rmSync,
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
} from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { datedName } from '#domain/clock/when.ts';
import type { Count } from '#domain/library/endedRights.ts';
import { reasonOf, StartError } from '#server/core/errors.ts';
import { closeFile, DATABASE_FILE } from '../dataFolder.ts';

/**
 * Before newer migrations run, the database is copied within the data folder, to a name such as
 * `before-upgrade-2026-03-01T03-00-00Z-from-003-nodes.sqlite`. A database of a newer program is rejected instead.
 */
const COPY = /^before-upgrade-.+-from-(.+)\.sqlite$/;
const UNFINISHED = /^before-upgrade-.+\.unfinished(?:-journal)?$/;
const MAX_COPIES = 3;
const OWNER_ONLY = 0o600;
const ALL_PAGES = 2 ** 31 - 1;

interface UpgradeOptions {
  dataDir: string;
  /** The names of this program's migrations. */
  known: readonly string[];
}

interface Copy {
  /**
   * Called when the upgrade failed, which leaves the database unchanged. Removes the copy if there is an older one of
   * the same version: otherwise a server that restarts again and again would push out the copies of earlier upgrades.
   */
  forget(): void;
}

/** Throws unless every migration of the database is known: an older program would damage what a newer one stores. */
export function refuseNewer(sqlite: Sqlite.Database, known: readonly string[]): void {
  const unknown = migrationsOf(sqlite).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  sqlite.close();
  throw new StartError(
    `DATA_DIR: the database ${sqlite.name} is of a newer version of this program (${unknown}), which has to be installed again; nothing was changed`,
  );
}

/** Copies the database beside itself if it has to be brought to newer migrations; a new one holds nothing to lose. */
export async function copyBeforeUpgrade(
  sqlite: Sqlite.Database,
  { dataDir, known }: UpgradeOptions,
): Promise<Copy | undefined> {
  const done = migrationsOf(sqlite);
  const version = done.at(-1);
  if (version === undefined || done.length === known.length) return undefined;
  const name = `before-upgrade-${datedName(Date.now())}-from-${version}.sqlite`;
  try {
    await copyDurably(sqlite, join(dataDir, name));
    removeOld(dataDir, name);
  } catch (error) {
    throw new StartError(
      `The database could not be copied in ${dataDir} before its upgrade, which was not begun: ${reasonOf(error)}`,
      { cause: error },
    );
  }
  return {
    forget: () => {
      const others = copiesIn(dataDir).filter((other) => other !== name);
      if (others.some((other) => COPY.exec(other)?.[1] === version)) rmSync(join(dataDir, name), { force: true });
    },
  };
}

/** The migrations that a database has had, in their order. */
function migrationsOf(sqlite: Sqlite.Database): string[] {
  const hasAny = sqlite.prepare("select 1 from sqlite_master where type = 'table' and name = 'kysely_migration'").get();
  if (hasAny === undefined) return [];
  return sqlite.prepare<[], string>('select name from kysely_migration order by name').pluck().all();
}

/** Copies the database into one file. The file gets its final name only when it is complete and on the disk. */
async function copyDurably(sqlite: Sqlite.Database, file: string): Promise<void> {
  const unfinished = `${file}.${process.pid}.unfinished`;
  closeSync(openSync(unfinished, 'wx', OWNER_ONLY));
  try {
    await sqlite.backup(unfinished, { progress: () => ALL_PAGES });
    const copy = new Sqlite(unfinished, { fileMustExist: true });
    copy.pragma('journal_mode = DELETE');
    copy.close();
    closeFile(unfinished);
    sync(unfinished);
    renameSync(unfinished, file);
    sync(join(file, '..'));
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Removes all copies but the newest, and what an interrupted copy left. The one just made always stays, even if its
 * name is older than others because the clock was set back.
 */
function removeOld(dataDir: string, made: string): void {
  const others = copiesIn(dataDir).filter((name) => name !== made);
  const unfinished = readdirSync(dataDir).filter((name) => UNFINISHED.test(name));
  for (const name of [...others.slice(MAX_COPIES - 1), ...unfinished]) rmSync(join(dataDir, name), { force: true });
}

/** The newest first. */
function copiesIn(dataDir: string): string[] {
  const names = readdirSync(dataDir).filter((name) => COPY.test(name));
  return names.toSorted().toReversed();
}

/** The rows that no version may lose, by their names for people. */
const COUNTED_ROWS = {
  accounts: 'users',
  permissions: 'user_permissions',
  keys: 'api_keys where revoked_at is null',
  albums: 'albums',
  photos: 'photos',
  tablets: 'tablets',
  nodes: 'nodes',
  'shared links': 'shares',
  passkeys: 'passkeys',
};
/** The rows that count as stored: their table, the columns that identify a row, and a condition. */
const STORED_ROWS = [
  { what: 'accounts', table: 'users', key: ['id'] },
  { what: 'permissions', table: 'user_permissions', key: ['user_id', 'permission'] },
  { what: 'keys', table: 'api_keys', key: ['id'], where: 'revoked_at is null' },
  { what: 'albums', table: 'albums', key: ['id'] },
  { what: 'photos', table: 'photos', key: ['id'] },
  { what: 'tablets', table: 'tablets', key: ['id'] },
  { what: 'nodes', table: 'nodes', key: ['node_id'] },
  { what: 'shared links', table: 'shares', key: ['id'], where: 'revoked_at is null' },
  { what: 'passkeys', table: 'passkeys', key: ['id'] },
] as const;
const WITH_JOURNALS = ['', '-wal', '-shm'];

/** Copies the database of a data folder to another name in it, or to another folder. */
export async function copyDatabaseTo(dataDir: string, file: string): Promise<void> {
  const sqlite = new Sqlite(join(dataDir, DATABASE_FILE), { fileMustExist: true });
  try {
    await copyDurably(sqlite, join(dataDir, file));
  } finally {
    sqlite.close();
  }
}

/** Puts a copy in the place of the database, which goes under another name. It can be done again after a power cut. */
export function putBack(dataDir: string, { copy, replaced }: { copy: string; replaced: string }): void {
  const database = join(dataDir, DATABASE_FILE);
  const unfinished = `${database}.unfinished`;
  copyFileSync(join(dataDir, copy), unfinished, constants.COPYFILE_FICLONE);
  sync(unfinished);
  for (const journal of WITH_JOURNALS) {
    rmSync(join(dataDir, replaced + journal), { force: true });
    if (existsSync(database + journal)) renameSync(database + journal, join(dataDir, replaced + journal));
  }
  renameSync(unfinished, database);
  sync(dataDir);
}

export interface Counted {
  /** A name of the rows, such as `albums`. */
  what: string;
  before: number;
  now: number;
}

/** Counts the rows of a copy of the database, and of the database now. */
export function countedSince(dataDir: string, copy: string): Counted[] {
  const [before, now] = [copy, DATABASE_FILE].map((file) => new Sqlite(join(dataDir, file), { readonly: true }));
  try {
    return Object.entries(COUNTED_ROWS).map(([what, rows]) => {
      const [had = 0, has = 0] = [before, now].map((sqlite) => rowsIn(sqlite, rows));
      return { what, before: had, now: has };
    });
  } finally {
    before?.close();
    now?.close();
  }
}

/**
 * Counts the rows that were added to the database since a copy was made. Rows that were deleted since are not
 * subtracted.
 */
export function storedSince(dataDir: string, copy: string): Count[] {
  const sqlite = new Sqlite(join(dataDir, DATABASE_FILE), { readonly: true, fileMustExist: true });
  try {
    sqlite.prepare('attach ? as older').run(join(dataDir, copy));
    const has = (of: string, table: string) =>
      sqlite.prepare('select 1 from pragma_table_info(?, ?)').get(table, of) !== undefined;
    return STORED_ROWS.flatMap(({ what, table, key, ...rows }) => {
      if (!has('main', table)) return [];
      const same = key.map((column) => `older.${column} = main.${table}.${column}`).join(' and ');
      const isNew = has('older', table) ? `not exists (select 1 from older.${table} as older where ${same})` : 'true';
      const where = 'where' in rows ? `${isNew} and ${rows.where}` : isNew;
      const count = Number(sqlite.prepare(`select count(*) from main.${table} where ${where}`).pluck().get());
      return count === 0 ? [] : [{ what: count === 1 ? what.replace(/s$/, '') : what, count }];
    });
  } finally {
    sqlite.close();
  }
}

/**
 * An old database lacks some of the tables, which counts as none; a newer version without a table has lost its rows.
 */
function rowsIn(sqlite: Sqlite.Database | undefined, rows: string): number {
  try {
    if (!sqlite) return 0;
    return Number(sqlite.prepare(`select count(*) from ${rows}`).pluck().get());
  } catch (error) {
    if (!/^no such (?:table|column)/.test(reasonOf(error))) throw error;
    return 0;
  }
}
