import { dirname } from 'node:path';
import { Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { reasonOf, StartError } from '#server/core/errors.ts';
import type { Backend } from './backend.ts';
import { backendAt } from './backends.ts';
import { copyRows } from './copying/copyRows.ts';
import { MIGRATIONS } from './migrations/index.ts';
import type { Schema } from './schema.ts';
import { openSqlite } from './sqlite/openSqlite.ts';

export type Database = Kysely<Schema>;

export interface OpenDatabase extends Pick<Backend, 'version' | 'accessVersion' | 'aheadMs' | 'library' | 'cluster'> {
  db: Database;
  /** Writes a copy of the whole database to a file of SQLite's, consistent while others write. */
  backup: (file: string) => Promise<void>;
  /** Leaves nothing of deleted rows in the file. What another database stores of them is its operator's matter. */
  eraseDeleted: () => Promise<void>;
  /** True when this call created the database. */
  isNew: boolean;
}

const KNOWN_MIGRATIONS = Object.keys(MIGRATIONS);
const [FIRST_MIGRATION] = KNOWN_MIGRATIONS;

interface OpenOptions {
  /** The address of a database, for one of the `BACKENDS`; without one it is the file in the data folder. */
  url?: string | undefined;
  /** Whether a copy of the file is stored before a newer migration runs. */
  keepsOld?: boolean;
}

/** Opens the database of a data folder, or the one at an address, and brings it to the newest migration. */
export async function openDatabase(dataDir: string, { url, keepsOld = true }: OpenOptions = {}): Promise<OpenDatabase> {
  const backend = await openBackend(dataDir, { url, keepsOld });
  const db = new Kysely<Schema>({ dialect: backend.dialect });
  try {
    const failed = await backend.beforeUpgrade();
    const isNew = await migrate(db).catch((error: unknown) => {
      failed();
      throw error;
    });
    await backend.opened();
    const { version, accessVersion, aheadMs, library, cluster, backup = (file) => copyInto(file, db) } = backend;
    const eraseDeleted = async () => (url === undefined ? vacuum(db) : undefined);
    return { db, isNew, version, accessVersion, aheadMs, library, cluster, backup, eraseDeleted };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

async function openBackend(dataDir: string, { url, keepsOld }: OpenOptions & { keepsOld: boolean }): Promise<Backend> {
  if (url === undefined) return openSqlite(dataDir, { known: KNOWN_MIGRATIONS, keepsOld });
  return backendAt(url).open(url, KNOWN_MIGRATIONS);
}

async function vacuum(db: Database): Promise<void> {
  await sql`VACUUM`.execute(db);
  await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(db);
}

async function copyInto(file: string, db: Database): Promise<void> {
  const copy = await openDatabase(dirname(file));
  try {
    await copyRows(db, copy.db);
  } finally {
    await copy.db.destroy();
  }
}

/** Returns whether the database was empty before. */
async function migrate(db: Database): Promise<boolean> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (!error) return results.some(({ migrationName }) => migrationName === FIRST_MIGRATION);
  throw new StartError(`The database could not be brought up to date: ${reasonOf(error)}`, { cause: error });
}
