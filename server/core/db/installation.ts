import { statSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { type Generated, type Kysely, sql } from 'kysely';
import type { Settings } from '#server/core/settings/settings.ts';
import { backendAt } from './backends.ts';
import { DATABASE_FILE } from './dataFolder.ts';

interface InstallationTable {
  id: string;
  created_at: number;
  address: string | null;
  link_origin: Generated<string | null>;
  home_name: Generated<string | null>;
}

/** At most one row. */
interface HomeAuthorityTable {
  certificate: string;
  private_key: string;
  names: string;
  created_at: number;
}

/** The certificates of replaced authorities, which devices may still trust. */
interface FormerAuthorityTable {
  /** SHA-256, as browsers and devices print it. */
  fingerprint: string;
  ends_at: number;
}

/** On SQLite one row, for the library; on PostgreSQL one for each machine that serves it. */
interface ServedPortsTable {
  server: string;
  https_port: number;
  http_port: number | null;
}

/** The first table holds one row, written by the migration that creates the table. */
export interface InstallationTables {
  installation: InstallationTable;
  home_authority: HomeAuthorityTable;
  former_authorities: FormerAuthorityTable;
  served_ports: ServedPortsTable;
}

export interface Installation {
  /**
   * Created with the database. A tablet stores the id beside its key, and deletes the key only when this server rejects
   * it.
   */
  id: string;
  /** Milliseconds since 1970. For a database of the first release, the time of its migration. */
  createdAt: number;
  /**
   * The address at which people reached the server at its last start. Commands need it, since they run in a process
   * without the server's settings.
   */
  address: string | null;
  /** The origin with which links for other devices begin, if it is another than the address. */
  linkOrigin: string | null;
  /** The name that the server announced last in its home's network. */
  homeName: string | null;
}

export async function noteAddress(
  db: Kysely<InstallationTables>,
  { address, linkOrigin }: { address: string; linkOrigin: string },
): Promise<void> {
  await db
    .updateTable('installation')
    .set({ address, link_origin: linkOrigin === address ? null : linkOrigin })
    .execute();
}

export async function noteHomeName(db: Kysely<InstallationTables>, homeName: string): Promise<void> {
  await db.updateTable('installation').set({ home_name: homeName }).execute();
}

/** Rewrites the one row with what it holds: the cheapest way to learn whether the database can be written. */
export async function rewriteInstallation(db: Kysely<InstallationTables>): Promise<void> {
  await db
    .updateTable('installation')
    .set((row) => ({ created_at: row.ref('created_at') }))
    .execute();
}

/** Makes a database in a file refuse every write of this process, or accept them again. */
export async function holdWrites(db: Kysely<InstallationTables>, isHeld: boolean): Promise<void> {
  await sql`PRAGMA query_only = ${sql.raw(isHeld ? 'ON' : 'OFF')}`.execute(db);
}

export function installationOf(db: Kysely<InstallationTables>): Promise<Installation> {
  return db
    .selectFrom('installation')
    .select(['id', 'created_at as createdAt', 'address', 'link_origin as linkOrigin', 'home_name as homeName'])
    .executeTakeFirstOrThrow();
}

type Place = Pick<Settings, 'dataDir' | 'databaseUrl'>;

/** Whether there is a library's database; an empty file that a crash left behind does not count. */
export async function hasDatabase({ dataDir, databaseUrl }: Place): Promise<boolean> {
  if (databaseUrl === undefined)
    return (statSync(join(dataDir, DATABASE_FILE), { throwIfNoEntry: false })?.size ?? 0) > 0;
  return backendAt(databaseUrl).hasTables(databaseUrl);
}

/** Whether the database lists any photo, without bringing it to the newest migration. */
export async function listsPhotos({ dataDir, databaseUrl }: Place): Promise<boolean> {
  if (databaseUrl === undefined) return listsPhotosIn(join(dataDir, DATABASE_FILE));
  return backendAt(databaseUrl).hasPhotoRows(databaseUrl);
}

function listsPhotosIn(file: string): boolean {
  try {
    const sqlite = new Sqlite(file, { fileMustExist: true });
    try {
      return sqlite.prepare('select 1 from photos limit 1').get() !== undefined;
    } finally {
      sqlite.close();
    }
  } catch {
    // The error of a broken database is reported later, when the database is opened.
    return false;
  }
}
