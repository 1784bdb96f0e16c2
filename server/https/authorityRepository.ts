import type { Database } from '../db/open.ts';

/** The home's own certificate authority. */
export interface Authority {
  /** As PEM. */
  certificate: string;
  /** As PEM: with it anybody could make certificates that the devices of this home trust. It leaves this machine only within a backup. */
  key: string;
  /** The names that it may vouch for beside those of every home. */
  names: string[];
}

export interface AuthorityRepository {
  load(): Promise<Authority | undefined>;
  /** Takes the place of the one before. */
  save(authority: Authority, now: number): Promise<void>;
  remove(): Promise<void>;
}

/**
 * The authority lies in the database, so that it has the database's protection and is in every backup: after a restore
 * the devices go on trusting the server.
 */
export function authorityRepository(db: Database): AuthorityRepository {
  return {
    load: async () => {
      const row = await db.selectFrom('home_authority').selectAll().executeTakeFirst();
      return row && { certificate: row.certificate, key: row.private_key, names: row.names.split(' ').filter(Boolean) };
    },
    save: ({ certificate, key, names }, now) =>
      db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('home_authority').execute();
        const row = { certificate, private_key: key, names: names.join(' '), created_at: now };
        await transaction.insertInto('home_authority').values(row).execute();
      }),
    remove: async () => {
      await db.deleteFrom('home_authority').execute();
    },
  };
}
