import { constants, copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { reasonOf } from '../../errors.ts';
import { DATABASE_FILE } from '../dataFolder.ts';
import { copyDurably, sync } from './upgrade.ts';

/** The rows that no version may lose, by people's words for them. */
const KEPT = {
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
    return Object.entries(KEPT).map(([what, rows]) => {
      const [had = 0, has = 0] = [before, now].map((sqlite) => rowsIn(sqlite, rows));
      return { what, before: had, now: has };
    });
  } finally {
    before?.close();
    now?.close();
  }
}

/** An old database lacks some of the tables; a version that has one no more has lost its rows. */
function rowsIn(sqlite: Sqlite.Database | undefined, rows: string): number {
  try {
    if (!sqlite) return 0;
    return Number(sqlite.prepare(`select count(*) from ${rows}`).pluck().get());
  } catch (error) {
    if (!/^no such (?:table|column)/.test(reasonOf(error))) throw error;
    return 0;
  }
}
