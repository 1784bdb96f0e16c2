import { randomUUID } from 'node:crypto';
import type { KeyUse } from '../../db/accountTables.ts';
import type { Database } from '../../db/open.ts';
import { UserError } from '../../errors.ts';
import { hashSecret, newSecret, sameText } from '../../http/security/secrets.ts';

export interface StoredKey {
  id: string;
  name: string;
  use: KeyUse;
  createdAt: number;
  revokedAt: number | null;
}

export interface KeyRepository {
  /** Returns the key itself; only its hash is stored. */
  create(name: string, use: KeyUse): Promise<string>;
  list(): Promise<StoredKey[]>;
  /**
   * False when no active key has this name. The hash of a revoked key is never deleted, so that the key stays known.
   */
  revoke(name: string): Promise<boolean>;
  /** Finds revoked keys too. */
  find(key: string): Promise<StoredKey | undefined>;
  isActive(id: string): Promise<boolean>;
}

const COLUMNS = ['id', 'name', 'use', 'created_at as createdAt', 'revoked_at as revokedAt'] as const;

export function keyRepository(db: Database, now: () => number): KeyRepository {
  return {
    create: async (name, use) => {
      const key = newSecret();
      await db.transaction().execute(async (transaction) => {
        const active = transaction
          .selectFrom('api_keys')
          .select('id')
          .where('name', '=', name)
          .where('revoked_at', 'is', null);
        if (await active.executeTakeFirst()) throw new UserError(409, `There is an active key named "${name}" already`);
        const row = { id: randomUUID(), name, use, key_hash: hashSecret(key), created_at: now(), revoked_at: null };
        await transaction.insertInto('api_keys').values(row).execute();
      });
      return key;
    },

    list: () => db.selectFrom('api_keys').select(COLUMNS).orderBy('created_at').execute(),

    revoke: async (name) => {
      const active = db.updateTable('api_keys').where('name', '=', name).where('revoked_at', 'is', null);
      const result = await active.set({ revoked_at: now() }).executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    find: async (key) => {
      // The time that the search takes tells nothing, because nobody who guesses keys can choose their hashes.
      const hash = hashSecret(key);
      const query = db
        .selectFrom('api_keys')
        .select([...COLUMNS, 'key_hash'])
        .where('key_hash', '=', hash);
      const found = await query.executeTakeFirst();
      if (!found) return undefined;
      const { key_hash: stored, ...row } = found;
      return sameText(stored, hash) ? row : undefined;
    },

    isActive: async (id) => {
      const query = db.selectFrom('api_keys').select('id').where('id', '=', id).where('revoked_at', 'is', null);
      return (await query.executeTakeFirst()) !== undefined;
    },
  };
}
