import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { reasonOf, StartError } from '../errors.ts';
import { BusyRetryDialect } from './busyRetryDialect.ts';
import { makeDataFolder, whyNotWritable } from './dataFolder.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { copyBeforeUpgrade, refuseNewer } from './upgrade.ts';
import type { Schema } from './schema.ts';

/**
 * How long opening waits for a locked database. The wait may block the process, since the server responds to nobody
 * yet.
 */
const OPENING_TIMEOUT_MS = 15_000;

const ALL_PAGES = 2 ** 31 - 1;

export type Database = Kysely<Schema>;

export interface OpenDatabase {
  db: Database;
  /** True when this call created the database. */
  isNew: boolean;
  /** Returns a number that changes whenever another process has written. */
  version: () => number;
  /** Writes a copy of the whole database to a file, consistent while others write. */
  backup: (file: string) => Promise<void>;
}

export const DATABASE_FILE = 'circuit-tree.sqlite';
const KNOWN_MIGRATIONS = Object.keys(MIGRATIONS);
const [FIRST_MIGRATION] = KNOWN_MIGRATIONS;

interface OpenOptions {
  /** Whether a copy of the database is kept before it is brought to a newer migration. */
  keepsOld?: boolean;
}

/** Opens the database of a data folder and brings it to the newest migration. */
export async function openDatabase(dataDir: string, { keepsOld = true }: OpenOptions = {}): Promise<OpenDatabase> {
  makeDataFolder(dataDir);
  const file = join(dataDir, DATABASE_FILE);
  const sqlite = openFile(file);
  const db = new Kysely<Schema>({ dialect: new BusyRetryDialect(sqlite) });
  let isNew: boolean;
  try {
    const copy = keepsOld ? await copyBeforeUpgrade(sqlite, { dataDir, known: KNOWN_MIGRATIONS }) : undefined;
    isNew = await migrate(db).catch((error: unknown) => {
      copy?.forget();
      throw error;
    });
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return {
    db,
    isNew,
    version: () => Number(sqlite.pragma('data_version', { simple: true })),
    backup: async (target) => {
      // All pages in one step: a write of another process between two steps would restart the copy.
      await sqlite.backup(target, { progress: () => ALL_PAGES });
    },
  };
}

function openFile(file: string): Sqlite.Database {
  try {
    const sqlite = new Sqlite(file, { timeout: OPENING_TIMEOUT_MS });
    refuseNewer(sqlite, KNOWN_MIGRATIONS);
    sqlite.pragma('journal_mode = WAL');
    // A photo that was acknowledged must survive a power cut, not only a crash.
    sqlite.pragma('synchronous = FULL');
    sqlite.pragma('foreign_keys = ON');
    // From now on BusyRetryDialect waits for locks, without blocking the process.
    sqlite.pragma('busy_timeout = 0');
    return sqlite;
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(
      `DATA_DIR: the database ${file} cannot be opened: ${whyNotWritable(dirname(file)) ?? reasonOf(error)}`,
    );
  }
}

/** Returns whether the database was empty before. */
async function migrate(db: Database): Promise<boolean> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (!error) return results.some(({ migrationName }) => migrationName === FIRST_MIGRATION);
  throw new StartError(`The database could not be brought up to date: ${reasonOf(error)}`, { cause: error });
}
