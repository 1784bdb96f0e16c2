import { randomUUID } from 'node:crypto';
import type { KeyUse } from '#server/core/db/accountTables.ts';
import type { Database } from '#server/core/db/open.ts';
import { UserError } from '#server/core/errors.ts';
import { hashSecret, newSecret } from '#server/core/http/security/secrets.ts';

// The SQL of keys that belong to tablets, for the repositories of keys and of tablets. Where several of these functions
// belong together, `db` is a transaction.

/** Active keys have different names, because the command line ends them by name. */
export async function keepNameFree(db: Database, name: string, exceptTabletId = ''): Promise<void> {
  const taken = await db
    .selectFrom('api_keys')
    .select('id')
    .where('name', '=', name)
    .where('revoked_at', 'is', null)
    .where((row) => row.or([row('tablet_id', 'is', null), row('tablet_id', '!=', exceptTabletId)]))
    .executeTakeFirst();
  if (taken) throw new UserError(409, `There is an active key named "${name}" already`);
}

interface NewKey {
  name: string;
  use: KeyUse;
  tabletId: string | null;
  now: number;
}

/** Returns the key itself, of which only the hash is stored. */
export async function addKey(db: Database, { name, use, tabletId, now }: NewKey): Promise<string> {
  const key = newSecret();
  const row = {
    id: randomUUID(),
    name,
    use,
    key_hash: hashSecret(key),
    created_at: now,
    revoked_at: null,
    tablet_id: tabletId,
  };
  await db.insertInto('api_keys').values(row).execute();
  return key;
}

interface NewTabletRow {
  id: string;
  name: string;
  now: number;
  albumIds?: readonly string[] | null;
  expiresAt?: number | null;
  /** JSON. */
  settings?: string;
}

export async function addTablet(
  db: Database,
  { id, name, now, albumIds = null, expiresAt = null, settings = '{}' }: NewTabletRow,
): Promise<void> {
  const row = { id, name, album_ids: albumIds && JSON.stringify(albumIds), settings, created_at: now };
  await db
    .insertInto('tablets')
    .values({ ...row, expires_at: expiresAt })
    .execute();
}

/**
 * Revokes the keys of a tablet, and ends the code of a screen that was accepted as it and has not collected its key. The
 * hashes stay, so that the keys are known as revoked.
 */
export async function revokeKeysOf(db: Database, { tabletId, now }: { tabletId: string; now: number }): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('tablet_id', '=', tabletId)
    .where('revoked_at', 'is', null)
    .execute();
  await db.deleteFrom('pairings').where('tablet_id', '=', tabletId).where('collected_at', 'is', null).execute();
}
