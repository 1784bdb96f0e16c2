import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Kysely, sql, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { DATABASE_FILE } from '#server/core/db/dataFolder.ts';
import { MIGRATIONS } from '#server/core/db/migrations/index.ts';
import { openDatabase } from '#server/core/db/open.ts';

type AnyTables = Record<string, Record<string, unknown>>;

/** An empty database as a version with this last migration left it: in a data folder, or at an address of PostgreSQL. */
export async function openEarlierDatabase(
  dataDir: string,
  { last, url }: { last: string; url?: string | undefined },
): Promise<Kysely<AnyTables>> {
  const db = url === undefined ? inFile(join(dataDir, DATABASE_FILE)) : await emptied(url);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
  const { error } = await migrator.migrateTo(last);
  if (error) throw error;
  return db;
}

function inFile(file: string): Kysely<AnyTables> {
  const database = new Sqlite(file);
  // Nothing has to outlive a power cut, and dozens of migrations would wait for the disk.
  database.pragma('synchronous = off');
  return new Kysely<AnyTables>({ dialect: new SqliteDialect({ database }) });
}

async function emptied(url: string): Promise<Kysely<AnyTables>> {
  const { db } = await openDatabase('', { url });
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  return db.withTables<AnyTables>();
}

/** Puts the rows of a SQLite database of today into an empty one of an earlier version, as far as it has their columns. */
export function copyRowsBack(from: string, to: string): void {
  const sqlite = new Sqlite(to);
  sqlite.pragma('foreign_keys = off');
  sqlite.prepare('attach ? as today').run(from);
  const columnsOf = (table: string, database: string) =>
    sqlite.prepare<string[], string>('select name from pragma_table_info(?, ?)').pluck().all(table, database);
  const tables = sqlite.prepare<[], string>("select name from main.sqlite_schema where type = 'table'").pluck().all();
  for (const table of tables.filter((name) => !/^(?:sqlite|kysely|circuit_tree)_/.test(name))) {
    const known = columnsOf(table, 'today');
    const columns = columnsOf(table, 'main').filter((name) => known.includes(name));
    const list = columns.map((name) => `"${name}"`).join(', ');
    sqlite.exec(`insert or replace into main."${table}" (${list}) select ${list} from today."${table}"`);
  }
  sqlite.close();
}
