import { addKey, dropUnusedKeys, keepNameFree, revokeKeysOf } from '../../auth/keys/tabletKeyQueries.ts';
import type { Database } from '../../db/open.ts';
import { UserError } from '../../errors.ts';
import { type StoredTablet, tabletOf, tabletRows } from './tabletQueries.ts';

/** The keys of tablets. Each function decides and writes in one transaction, so that two people at once agree. */
export interface TabletKeys {
  /** Returns a new key, which ends the older ones at once, or when it is first used. */
  addKeyTo(id: string, older: 'end now' | 'end at first use'): Promise<string>;
  /** Notes that the tablet is to collect a new key. */
  orderKey(id: string): Promise<void>;
  /** Revokes the tablet's keys, once or again; undefined when there is no such tablet. */
  revoke(id: string): Promise<Revoked | undefined>;
  /** Deletes a tablet, which it returns; its keys stay known as revoked. Throws when the tablet is in use. */
  remove(id: string): Promise<StoredTablet | undefined>;
}

interface Revoked {
  tablet: StoredTablet;
  /** Whether the tablet was in use until now. */
  wasActive: boolean;
}

export const NO_SUCH_TABLET = 'There is no such tablet (any more)';

export async function findTablet(db: Database, id: string, now: number): Promise<StoredTablet | undefined> {
  const row = await tabletRows(db).where('tablets.id', '=', id).executeTakeFirst();
  return row && tabletOf(row, now);
}

export function tabletKeys(db: Database, now: () => number): TabletKeys {
  return {
    addKeyTo: (id, older) =>
      db.transaction().execute(async (transaction) => {
        const tablet = await transaction.selectFrom('tablets').select('name').where('id', '=', id).executeTakeFirst();
        if (!tablet) throw new UserError(404, NO_SUCH_TABLET);
        await dropUnusedKeys(transaction, id);
        await keepNameFree(transaction, tablet.name, id);
        if (older === 'end now') await revokeKeysOf(transaction, { tabletId: id, now: now() });
        return addKey(transaction, { name: tablet.name, use: 'kiosk', tabletId: id, now: now() });
      }),

    orderKey: async (id) => {
      await db.updateTable('tablets').set({ key_wanted_at: now() }).where('id', '=', id).execute();
    },

    revoke: (id) => db.transaction().execute((transaction) => revoke(transaction, id, now())),

    remove: (id) => db.transaction().execute((transaction) => remove(transaction, id, now())),
  };
}

async function revoke(db: Database, id: string, now: number): Promise<Revoked | undefined> {
  const before = await findTablet(db, id, now);
  if (!before) return undefined;
  await revokeKeysOf(db, { tabletId: id, now });
  const tablet = await findTablet(db, id, now);
  return tablet && { tablet, wasActive: before.state === 'active' };
}

async function remove(db: Database, id: string, now: number): Promise<StoredTablet | undefined> {
  const tablet = await findTablet(db, id, now);
  if (!tablet) return undefined;
  if (tablet.state === 'active') throw new UserError(409, `“${tablet.name}” is in use: revoke it first`);
  await dropUnusedKeys(db, id);
  await revokeKeysOf(db, { tabletId: id, now });
  await db.deleteFrom('tablets').where('id', '=', id).execute();
  return { ...tablet, state: 'revoked' };
}
