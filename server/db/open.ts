import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { MIGRATIONS } from './migrations/index.ts';
import type { Schema } from './schema.ts';

const BUSY_TIMEOUT_MS = 15_000;

export type Database = Kysely<Schema>;

export interface OpenDatabase {
  db: Database;
  /** A number that changes whenever another process wrote. */
  version: () => number;
}

export const DATABASE_FILE = 'circuit-tree.sqlite';

/** Opens the database of a data folder and brings it to the newest migration. */
export async function openDatabase(dataDir: string): Promise<OpenDatabase> {
  mkdirSync(dataDir, { recursive: true });
  const sqlite = new Sqlite(join(dataDir, DATABASE_FILE), { timeout: BUSY_TIMEOUT_MS });
  sqlite.pragma('journal_mode = WAL');
  // An acknowledged photo survives a power cut, not only a crash (DECISIONS §3).
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('foreign_keys = ON');
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: sqlite }) });
  await migrate(db);
  return { db, version: () => Number(sqlite.pragma('data_version', { simple: true })) };
}

async function migrate(db: Database): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error instanceof Error ? error : new Error('The database migration failed', { cause: error });
}
