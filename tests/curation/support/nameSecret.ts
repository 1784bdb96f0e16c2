import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Client } from 'pg';
import { DATABASE_FILE } from '#server/core/db/dataFolder.ts';

const QUERY = "select value from server_secrets where name = 'photo-names'";

/** The secret with which a server makes the names of its photos, from its own database. */
export async function nameSecretOf(database: { dataDir: string } | { url: string }): Promise<string> {
  if ('dataDir' in database) {
    const sqlite = new Sqlite(join(database.dataDir, DATABASE_FILE), { readonly: true });
    try {
      return String(sqlite.prepare(QUERY).pluck().get());
    } finally {
      sqlite.close();
    }
  }
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    const { rows } = await client.query<{ value: string }>(QUERY);
    return String(rows[0]?.value);
  } finally {
    await client.end();
  }
}
