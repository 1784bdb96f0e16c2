import { randomUUID } from 'node:crypto';
import type { KeyUse } from '#server/core/db/accountTables.ts';
import type { Database } from '#server/core/db/open.ts';
import { idsIn } from '#server/core/db/lists.ts';
import { hashSecret, sameText } from '#server/core/http/security/secrets.ts';
import { addKey, addTablet, keepNameFree } from './tabletKeyQueries.ts';

interface StoredKey {
  id: string;
  name: string;
  use: KeyUse;
  createdAt: number;
  /** When the key was revoked, or when the time of its tablet ended. */
  revokedAt: number | null;
  /** Null for a node's key. */
  tabletId: string | null;
  /** The albums that the key may see, each with all below it; null: all. */
  albumIds: readonly string[] | null;
  /** When the time of its tablet ends; null: never. */
  endsAt: number | null;
}

export interface KeyRepository {
  /** Returns the key itself; only its hash is stored. A kiosk's key gets a tablet that may see all albums. */
  create(name: string, use: KeyUse): Promise<string>;
  list(): Promise<StoredKey[]>;
  /**
   * False when no active key has this name. The hash of a revoked key is never deleted, so that the key stays known.
   */
  revoke(name: string): Promise<boolean>;
  /** Finds revoked keys too. */
  find(key: string): Promise<StoredKey | undefined>;
  /** The key as it is now; undefined once it is revoked. */
  active(id: string): Promise<StoredKey | undefined>;
}

interface KeyRow {
  id: string;
  name: string;
  use: KeyUse;
  createdAt: number;
  revokedAt: number | null;
  tabletId: string | null;
  albumIds: string | null;
  expiresAt: number | null;
}

const COLUMNS = [
  'api_keys.id',
  'api_keys.name',
  'api_keys.use',
  'api_keys.created_at as createdAt',
  'api_keys.revoked_at as revokedAt',
  'api_keys.tablet_id as tabletId',
  'tablets.album_ids as albumIds',
  'tablets.expires_at as expiresAt',
] as const;

export function keyRepository(db: Database, now: () => number): KeyRepository {
  const rows = () => db.selectFrom('api_keys').leftJoin('tablets', 'tablets.id', 'api_keys.tablet_id').select(COLUMNS);

  return {
    create: (name, use) =>
      db.transaction().execute(async (transaction) => {
        await keepNameFree(transaction, name);
        if (use === 'node') return addKey(transaction, { name, use, tabletId: null, now: now() });
        const tabletId = randomUUID();
        await addTablet(transaction, { id: tabletId, name, now: now() });
        return addKey(transaction, { name, use, tabletId, now: now() });
      }),

    list: async () => (await rows().orderBy('api_keys.created_at').execute()).map((row) => storedKey(row, now())),

    revoke: async (name) => {
      const active = db.updateTable('api_keys').where('name', '=', name).where('revoked_at', 'is', null);
      const result = await active.set({ revoked_at: now() }).executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    find: async (key) => {
      // The duration of the search reveals nothing, because nobody who guesses keys can choose their hashes.
      const hash = hashSecret(key);
      const found = await rows().select('api_keys.key_hash').where('api_keys.key_hash', '=', hash).executeTakeFirst();
      return found && sameText(found.key_hash, hash) ? storedKey(found, now()) : undefined;
    },

    active: async (id) => {
      const row = await rows().where('api_keys.id', '=', id).executeTakeFirst();
      const key = row && storedKey(row, now());
      return key?.revokedAt === null ? key : undefined;
    },
  };
}

function storedKey({ id, name, use, createdAt, tabletId, ...row }: KeyRow, now: number): StoredKey {
  const isOver = row.expiresAt !== null && row.expiresAt <= now;
  const revokedAt = row.revokedAt ?? (isOver ? row.expiresAt : null);
  return { id, name, use, createdAt, revokedAt, tabletId, albumIds: idsIn(row.albumIds), endsAt: row.expiresAt };
}
