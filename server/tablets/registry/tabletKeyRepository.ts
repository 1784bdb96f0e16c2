import { addKey, keepNameFree, revokeKeysOf } from '#server/keys/tabletKeyQueries.ts';
import type { Database } from '#server/core/db/open.ts';
import { UserError } from '#server/core/errors.ts';
import { findTablet, type StoredTablet } from './tabletQueries.ts';

/**
 * The keys of tablets. Each function decides and writes in one transaction, so that simultaneous calls are consistent.
 */
interface TabletKeys {
  /**
   * Revokes the tablet's keys; all else of it stays, also its guest code, for the screen that an admin connects as this
   * tablet next. Undefined when there is no such tablet.
   */
  endKeys(id: string): Promise<Revoked | undefined>;
  /** Revokes the tablet's keys, once or again, and ends its guest codes; undefined when there is no such tablet. */
  revoke(id: string): Promise<Revoked | undefined>;
  /** Deletes a tablet, which it returns; its keys stay known as revoked. Throws when the tablet is in use. */
  remove(id: string): Promise<StoredTablet | undefined>;
}

export interface NewKey {
  key: string;
  tablet: StoredTablet;
}

interface Revoked {
  tablet: StoredTablet;
  /** Whether the tablet was in use until now. */
  wasActive: boolean;
}

interface Of {
  id: string;
  now: number;
}

/** Ends what other subjects stored about a tablet, together with it. */
export interface EndsWithTablet {
  /** `db` is the transaction in which the tablet ends. */
  endWith(db: Database, tablet: Of): Promise<void>;
}

export const NO_SUCH_TABLET = 'There is no such tablet (any more)';

/** `codes` end with the tablet. */
export function tabletKeys(db: Database, now: () => number, codes: Iterable<EndsWithTablet>): TabletKeys {
  const inOneGo = <Result>(work: (transaction: Database) => Promise<Result>) => db.transaction().execute(work);
  return {
    endKeys: (id) => inOneGo((transaction) => endKeys(transaction, { id, now: now() })),
    revoke: (id) =>
      inOneGo(async (transaction) => {
        const of = { id, now: now() };
        const revoked = await endKeys(transaction, of);
        if (!revoked) return undefined;
        for (const code of codes) await code.endWith(transaction, of);
        return { ...revoked, tablet: await existing(transaction, of) };
      }),
    remove: (id) =>
      inOneGo(async (transaction) => {
        const of = { id, now: now() };
        const tablet = await findTablet(transaction, id, of.now);
        if (!tablet) return undefined;
        if (tablet.state === 'active') throw new UserError(409, `“${tablet.name}” is in use: revoke it first`);
        await revokeKeysOf(transaction, { tabletId: id, now: of.now });
        for (const code of codes) await code.endWith(transaction, of);
        await transaction.deleteFrom('tablets').where('id', '=', id).execute();
        return { ...tablet, state: 'revoked' };
      }),
  };
}

async function existing(db: Database, { id, now }: Of): Promise<StoredTablet> {
  const tablet = await findTablet(db, id, now);
  if (!tablet) throw new UserError(404, NO_SUCH_TABLET);
  return tablet;
}

/** Makes the key of a tablet whose screen was just connected; its older ones end at once. `db` is a transaction. */
export async function makeKeyOf(db: Database, of: Of): Promise<NewKey> {
  const { id, name } = await existing(db, of);
  await keepNameFree(db, name, id);
  await revokeKeysOf(db, { tabletId: id, now: of.now });
  const key = await addKey(db, { name, use: 'kiosk', tabletId: id, now: of.now });
  return { key, tablet: await existing(db, of) };
}

async function endKeys(db: Database, of: Of): Promise<Revoked | undefined> {
  const before = await findTablet(db, of.id, of.now);
  if (!before) return undefined;
  await revokeKeysOf(db, { tabletId: of.id, now: of.now });
  return { tablet: await existing(db, of), wasActive: before.state === 'active' };
}
