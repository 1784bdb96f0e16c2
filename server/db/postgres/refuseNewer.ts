import type { Pool } from 'pg';
import { StartError } from '../../errors.ts';

/** Throws unless every migration of the database is known: an older program would damage what a newer one stores. */
export async function refuseNewer(pool: Pool, known: readonly string[]): Promise<void> {
  const { rows: tables } = await pool.query<{ name: string | null }>("select to_regclass('kysely_migration') as name");
  if (tables[0]?.name == null) return;
  const { rows } = await pool.query<{ name: string }>('select name from kysely_migration order by name');
  const unknown = rows.find(({ name }) => !known.includes(name));
  if (!unknown) return;
  throw new StartError(
    `DATABASE_URL: the database is of a newer version of this program (${unknown.name}), which has to be installed again; nothing was changed`,
  );
}
