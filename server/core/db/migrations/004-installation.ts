import { createHash, randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';

const ID_LENGTH = 32;

interface Before {
  server_secrets: { name: string; value: string };
}

/**
 * In a database that has the secret of photo names, the id is derived from that secret, so that copies of the database,
 * such as backups made before this migration, get the same id.
 */
async function newId(db: Kysely<Before>): Promise<string> {
  const secret = await db
    .selectFrom('server_secrets')
    .select('value')
    .where('name', '=', 'photo-names')
    .executeTakeFirst();
  if (!secret) return randomUUID();
  return createHash('sha256').update(`installation ${secret.value}`).digest('hex').slice(0, ID_LENGTH);
}

export async function up(db: Kysely<Before>): Promise<void> {
  await db.schema
    .createTable('installation')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  const row = { id: await newId(db), created_at: Date.now() };
  await db.withTables<{ installation: typeof row }>().insertInto('installation').values(row).execute();
}
