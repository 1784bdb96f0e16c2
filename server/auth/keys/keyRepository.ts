import { randomUUID } from 'node:crypto';
import { withTimeout } from '#domain/timing.ts';
import type { KeyUse } from '../../db/accountTables.ts';
import type { Database } from '../../db/open.ts';
import { troubleOf, UserError } from '../../errors.ts';
import { hashSecret, sameText } from '../../http/security/secrets.ts';
import { addKey, addTablet, type FirstUse, keepNameFree } from './tabletKeyQueries.ts';

export interface StoredKey {
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

interface FoundKey extends StoredKey {
  /** False while the first use of the key is not in the database: the next `find` tries again. */
  isUseWritten: boolean;
}

export interface KeyRepository {
  /** Returns the key itself; only its hash is stored. A kiosk's key gets a tablet that may see all albums. */
  create(name: string, use: KeyUse): Promise<string>;
  list(): Promise<StoredKey[]>;
  /**
   * False when no active key has this name. The hash of a revoked key is never deleted, so that the key stays known.
   */
  revoke(name: string): Promise<boolean>;
  /** Finds revoked keys too. The first use of a tablet's new key ends its older ones. */
  find(key: string): Promise<FoundKey | undefined>;
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

/**
 * A wall reads without waiting longer for its key's first use to be written: another process may have locked the
 * database.
 */
const FIRST_USE_TIMEOUT_MS = 300;

export function keyRepository(db: Database, now: () => number): KeyRepository {
  /** For each key whose first use is being written: whether that succeeds, or false once the timeout is over. */
  const firstUses = new Map<string, Promise<boolean>>();
  const writeFirstUse = (use: FirstUse) => {
    const known = firstUses.get(use.id);
    if (known) return known;
    const writing = isWritten(endOlderKeys(db, use)).finally(() => firstUses.delete(use.id));
    const inTime = withTimeout(writing, FIRST_USE_TIMEOUT_MS, () => false);
    firstUses.set(use.id, inTime);
    return inTime;
  };
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
      const found = await rows()
        .select(['api_keys.key_hash', 'api_keys.used_at', 'api_keys.ordered_at as orderedAt'])
        .where('api_keys.key_hash', '=', hash)
        .executeTakeFirst();
      if (!found || !sameText(found.key_hash, hash)) return undefined;
      const known = storedKey(found, now());
      const { id, tabletId } = known;
      const isFirstUse = found.used_at === null && known.revokedAt === null;
      if (!isFirstUse || tabletId === null) return { ...known, isUseWritten: true };
      const use = { id, tabletId, orderedAt: found.orderedAt, now: now() };
      return { ...known, isUseWritten: await writeFirstUse(use) };
    },

    active: async (id) => {
      const row = await rows().where('api_keys.id', '=', id).executeTakeFirst();
      const key = row && storedKey(row, now());
      return key?.revokedAt === null ? key : undefined;
    },
  };
}

/** False when the disk is full or cannot be written, or the database is locked. Walls can be read even then. */
async function isWritten(writing: Promise<void>): Promise<boolean> {
  try {
    await writing;
    return true;
  } catch (error) {
    if (troubleOf(error)) return false;
    throw error;
  }
}

function storedKey({ id, name, use, createdAt, tabletId, ...row }: KeyRow, now: number): StoredKey {
  const isOver = row.expiresAt !== null && row.expiresAt <= now;
  const revokedAt = row.revokedAt ?? (isOver ? row.expiresAt : null);
  return { id, name, use, createdAt, revokedAt, tabletId, albumIds: idsIn(row.albumIds), endsAt: row.expiresAt };
}

function idsIn(json: string | null): readonly string[] | null {
  if (json === null) return null;
  const ids: unknown = JSON.parse(json);
  if (!Array.isArray(ids)) throw new UserError(500, 'The albums of this tablet cannot be read');
  return ids.filter((id): id is string => typeof id === 'string');
}

/**
 * Call at the first use of a tablet's key: its older keys are no longer needed. Another key for the same order is not
 * older, since another page of the same tablet uses it.
 */
async function endOlderKeys(db: Database, { id, tabletId, orderedAt, now }: FirstUse): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction.updateTable('api_keys').set({ used_at: now }).where('id', '=', id).execute();
    await transaction
      .updateTable('api_keys')
      .set({ revoked_at: now })
      .where('tablet_id', '=', tabletId)
      .where('id', '!=', id)
      .where('revoked_at', 'is', null)
      .where((row) => row.or([row('used_at', 'is not', null), row('ordered_at', 'is not', null)]))
      .where((row) => row.or([row('ordered_at', 'is', null), row('ordered_at', '!=', orderedAt ?? 0)]))
      .execute();
    await transaction.updateTable('tablets').set({ key_wanted_at: null }).where('id', '=', tabletId).execute();
  });
}
