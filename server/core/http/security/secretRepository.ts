import { randomBytes } from 'node:crypto';
import type { Database } from '#server/core/db/open.ts';

const SECRET_BYTES = 32;

/** A secret of this server, created at the first start and never changed; photo names are derived from it. */
export async function serverSecret(db: Database, name: string): Promise<string> {
  const known = await valueOf(db, name);
  if (known !== undefined) return known;
  const fresh = { name, value: randomBytes(SECRET_BYTES).toString('hex') };
  await db
    .insertInto('server_secrets')
    .values(fresh)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await valueOf(db, name)) ?? fresh.value;
}

async function valueOf(db: Database, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('server_secrets').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}
