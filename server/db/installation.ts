import type { Kysely } from 'kysely';

interface InstallationTable {
  id: string;
  created_at: number;
}

/** Holds one row, which the migration writes that makes the table. */
export interface InstallationTables {
  installation: InstallationTable;
}

export interface Installation {
  /** Made with the database and kept in it. A tablet keeps it beside its key, to know which server may end the key. */
  id: string;
  /** Milliseconds since 1970; of a database of the first release the time of its migration. */
  createdAt: number;
}

export function installationOf(db: Kysely<InstallationTables>): Promise<Installation> {
  return db.selectFrom('installation').select(['id', 'created_at as createdAt']).executeTakeFirstOrThrow();
}
