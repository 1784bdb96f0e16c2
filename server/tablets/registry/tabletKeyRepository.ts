import { addKey, keepNameFree, revokeKeysOf } from '../../auth/keys/tabletKeyQueries.ts';
import type { Database } from '../../db/open.ts';
import { UserError } from '../../errors.ts';
import { TABLETS } from '../../limits.ts';
import { endCodesWith } from '../../shares/guestCodeRepository.ts';
import { DEVICE_PROOFS, type DeviceLook, lookAtDevice, provesDevice } from './deviceSecretQueries.ts';
import { noteMaker, findTablet, type StoredTablet } from './tabletQueries.ts';

/**
 * The keys of tablets. Each function decides and writes in one transaction, so that simultaneous calls are consistent.
 */
interface TabletKeys {
  /** Makes a new key for the person with the id `madeBy`, which ends the older ones at once. */
  replaceKeyOf(id: string, madeBy?: string): Promise<NewKey>;
  /** Notes that the tablet is to collect a new key. Throws when it has no key that could be replaced. */
  orderKey(id: string): Promise<StoredTablet>;
  /** Makes the key that was ordered, for a device that proves itself. The older keys end when it is first used. */
  collectKey(id: string, asking: Asking): Promise<NewKey>;
  /** Notes whether the device proves itself; see lookAtDevice in deviceSecretQueries. */
  lookAtDevice(tablet: StoredTablet, shown: string): Promise<DeviceLook>;
  /** Revokes the tablet's keys, once or again; undefined when there is no such tablet. */
  revoke(id: string): Promise<Revoked | undefined>;
  /** Deletes a tablet, which it returns; its keys stay known as revoked. Throws when the tablet is in use. */
  remove(id: string): Promise<StoredTablet | undefined>;
}

export interface NewKey {
  key: string;
  tablet: StoredTablet;
}

/** The key and the secret of a device that asks for its settings. */
interface Asking {
  keyId: string;
  deviceSecret: string | undefined;
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

export const NO_SUCH_TABLET = 'There is no such tablet (any more)';
const NOT_ORDERED = 'Nobody has ordered a new key for this tablet';
const NOT_PROVED = 'This device cannot prove that it is the tablet, so it gets no new key: connect it again';
const CONTESTED =
  'Another device showed the key of this tablet while a new one was ordered, so it gets none: connect it again';

export function tabletKeys(db: Database, now: () => number): TabletKeys {
  const inOneGo = <Result>(work: (transaction: Database) => Promise<Result>) => db.transaction().execute(work);
  return {
    replaceKeyOf: (id, madeBy) =>
      inOneGo(async (transaction) => {
        const made = await replaceKeyOf(transaction, { id, now: now() });
        if (madeBy !== undefined) await noteMaker(transaction, id, madeBy);
        return made;
      }),
    orderKey: (id) => inOneGo((transaction) => orderKey(transaction, { id, now: now() })),
    collectKey: (id, asking) => inOneGo((transaction) => collectKey(transaction, asking, { id, now: now() })),
    lookAtDevice: (tablet, shown) => lookAtDevice(db, tablet, shown),
    revoke: (id) => inOneGo((transaction) => revoke(transaction, { id, now: now() })),
    remove: (id) => inOneGo((transaction) => remove(transaction, { id, now: now() })),
  };
}

async function existing(db: Database, { id, now }: Of): Promise<StoredTablet> {
  const tablet = await findTablet(db, id, now);
  if (!tablet) throw new UserError(404, NO_SUCH_TABLET);
  return tablet;
}

export async function replaceKeyOf(db: Database, of: Of): Promise<NewKey> {
  const { id, name } = await existing(db, of);
  await keepNameFree(db, name, id);
  await revokeKeysOf(db, { tabletId: id, now: of.now });
  const key = await addKey(db, { name, use: 'kiosk', tabletId: id, now: of.now });
  return { key, tablet: await existing(db, of) };
}

async function orderKey(db: Database, of: Of): Promise<StoredTablet> {
  const { state, keyWantedAt, deviceProof } = await existing(db, of);
  if (state !== 'active') throw new UserError(409, 'This tablet has no key that could be replaced: connect it again');
  if (deviceProof !== 'proved') throw new UserError(409, deviceProof === 'contested' ? CONTESTED : NOT_PROVED);
  // An existing order stays the same, and so do the keys that were collected for it.
  if (keyWantedAt === null) {
    const proved = db.updateTable('tablets').where('id', '=', of.id).where('device_proved', '=', DEVICE_PROOFS.proved);
    const { numUpdatedRows } = await proved.set({ key_wanted_at: of.now }).executeTakeFirstOrThrow();
    // Another device has asked in between.
    if (numUpdatedRows === 0n) throw new UserError(409, NOT_PROVED);
  }
  return existing(db, of);
}

async function collectKey(db: Database, { keyId, deviceSecret }: Asking, of: Of): Promise<NewKey> {
  const tablet = await findTablet(db, of.id, of.now);
  const orderedAt = tablet?.state === 'active' ? tablet.keyWantedAt : null;
  // Anybody in front of a tablet can read its address, with the key in it: a key alone is not enough for a new key.
  if (!tablet || orderedAt === null || !(await isActive(db, keyId))) throw new UserError(409, NOT_ORDERED);
  if (!provesDevice(tablet, deviceSecret)) throw new UserError(409, NOT_PROVED);
  const { id, name } = tablet;
  await keepNameFree(db, name, id);
  await endLostKeys(db, orderedAt, of);
  const key = await addKey(db, { name, use: 'kiosk', tabletId: id, orderedAt, now: of.now });
  return { key, tablet };
}

async function isActive(db: Database, keyId: string): Promise<boolean> {
  const key = db.selectFrom('api_keys').select('id').where('id', '=', keyId).where('revoked_at', 'is', null);
  return (await key.executeTakeFirst()) !== undefined;
}

/** A key that was handed out may be used at any moment, so only the oldest of very many unused ones ends. */
async function endLostKeys(db: Database, orderedAt: number, { id, now }: Of): Promise<void> {
  const unused = await db
    .selectFrom('api_keys')
    .select('id')
    .where('tablet_id', '=', id)
    .where('ordered_at', '=', orderedAt)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .orderBy('created_at')
    .execute();
  const [oldest] = unused;
  if (!oldest || unused.length < TABLETS.keysOfOrder) return;
  await db.updateTable('api_keys').set({ revoked_at: now }).where('id', '=', oldest.id).execute();
}

async function revoke(db: Database, of: Of): Promise<Revoked | undefined> {
  const before = await findTablet(db, of.id, of.now);
  if (!before) return undefined;
  await revokeKeysOf(db, { tabletId: of.id, now: of.now });
  await endCodesWith(db, of);
  return { tablet: await existing(db, of), wasActive: before.state === 'active' };
}

async function remove(db: Database, of: Of): Promise<StoredTablet | undefined> {
  const tablet = await findTablet(db, of.id, of.now);
  if (!tablet) return undefined;
  if (tablet.state === 'active') throw new UserError(409, `“${tablet.name}” is in use: revoke it first`);
  await revokeKeysOf(db, { tabletId: of.id, now: of.now });
  await endCodesWith(db, of);
  await db.deleteFrom('tablets').where('id', '=', of.id).execute();
  return { ...tablet, state: 'revoked' };
}
