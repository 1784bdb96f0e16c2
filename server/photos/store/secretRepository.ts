import { randomBytes } from 'node:crypto';
import type { Database } from '../../db/open.ts';

const SECRET_BYTES = 32;

/** A secret of this server: created at the first start and kept, since the names of photos are derived with it. */
export async function serverSecret(db: Database, name: string): Promise<string> {
  const fresh = { name, value: randomBytes(SECRET_BYTES).toString('hex') };
  await db
    .insertInto('server_secrets')
    .values(fresh)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const row = await db.selectFrom('server_secrets').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value ?? fresh.value;
}
