import type { Kysely } from 'kysely';

interface InstallationTable {
  id: string;
  created_at: number;
}

/** The table holds one row, written by the migration that creates the table. */
export interface InstallationTables {
  installation: InstallationTable;
}

export interface Installation {
  /**
   * Created with the database. A tablet stores the id beside its key, and deletes the key only when this server rejects
   * it.
   */
  id: string;
  /** Milliseconds since 1970. For a database of the first release, the time of its migration. */
  createdAt: number;
}

/** Rewrites the one row with what it holds: the cheapest way to learn whether the database can be written. */
export async function rewriteInstallation(db: Kysely<InstallationTables>): Promise<void> {
  await db
    .updateTable('installation')
    .set((row) => ({ created_at: row.ref('created_at') }))
    .execute();
}

export function installationOf(db: Kysely<InstallationTables>): Promise<Installation> {
  return db.selectFrom('installation').select(['id', 'created_at as createdAt']).executeTakeFirstOrThrow();
}
