import { randomInt } from 'node:crypto';
import { PAIRING } from '#contract/limits.ts';
import { householdOf } from '#server/core/access/failedAttemptLimit.ts';
import { keepNameFree } from '#server/keys/tabletKeyQueries.ts';
import type { Database } from '#server/core/db/open.ts';
import { UserError } from '#server/core/errors.ts';
import { hashSecret, newSecret } from '#server/core/http/security/secrets.ts';
import { TABLETS } from '#server/core/limits.ts';
import {
  insertTablet,
  type NewTabletRow,
  noteMaker,
  findTablet,
  type StoredTablet,
} from '../registry/tabletQueries.ts';
import { makeKeyOf, type NewKey, NO_SUCH_TABLET } from '../registry/tabletKeyRepository.ts';

interface Offer {
  /** The code that the screen shows. */
  code: string;
  /** Known to the screen alone, so that nobody who reads its code can collect the key. */
  secret: string;
  expiresAt: number;
}

export interface PairingRepository {
  /**
   * With too many waiting screens the oldest of this address, or of the address with the most, loses its code, so that
   * nobody can keep others from being connected.
   */
  offer(address: string): Promise<Offer>;
  /**
   * Makes the screen that shows the code a tablet, new or existing; returns the tablet, undefined when no screen shows
   * the code (any more).
   */
  accept(code: string, as: NewTabletRow | { tabletId: string; madeBy?: string }): Promise<StoredTablet | undefined>;
  isOffered(code: string): Promise<boolean>;
  /**
   * Returns the state of the screen with this secret; the key only once, made just then, so that it is stored nowhere.
   * Undefined when the offer has ended.
   */
  collect(secret: string): Promise<{ isPaired: false } | { isPaired: true; given?: NewKey } | undefined>;
}

export function pairingRepository(db: Database, now: () => number): PairingRepository {
  const offered = (code: string) =>
    db
      .selectFrom('pairings')
      .select('code')
      .where('code', '=', code)
      .where('expires_at', '>', now())
      .where('tablet_id', 'is', null);

  return {
    offer: async (address) => {
      const expiresAt = now() + PAIRING.livesMs;
      const secret = newSecret();
      const code = await db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('pairings').where('expires_at', '<=', now()).execute();
        const from = householdOf(address);
        const others = await transaction
          .selectFrom('pairings')
          .select(['code', 'address', 'tablet_id'])
          .orderBy('created_at')
          .execute();
        await makeRoom(transaction, { from, others });
        const free = newCode(new Set(others.map((row) => row.code)));
        const times = { created_at: now(), expires_at: expiresAt };
        const row = { code: free, secret_hash: hashSecret(secret), ...times, address: from };
        await transaction
          .insertInto('pairings')
          .values({ ...row, tablet_id: null, collected_at: null })
          .execute();
        return free;
      });
      return { code, secret, expiresAt };
    },

    isOffered: async (code) => (await offered(code).executeTakeFirst()) !== undefined,

    accept: (code, as) =>
      db
        .transaction()
        .execute(async (transaction) => {
          const tabletId = 'tabletId' in as ? as.tabletId : await insertTablet(transaction, as, now());
          const tablet = await findTablet(transaction, tabletId, now());
          if (!tablet) throw new UserError(404, NO_SUCH_TABLET);
          await keepNameFree(transaction, tablet.name, tabletId);
          // The row itself is checked, since it may have changed: of two admins one gets the screen.
          const result = await transaction
            .updateTable('pairings')
            .set({ tablet_id: tabletId })
            .where('code', '=', code)
            .where('expires_at', '>', now())
            .where('tablet_id', 'is', null)
            .executeTakeFirst();
          if (result.numUpdatedRows === 0n) throw new NoSuchScreen();
          if (as.madeBy !== undefined) await noteMaker(transaction, tabletId, as.madeBy);
          return tablet;
        })
        .catch((error: unknown) => {
          if (error instanceof NoSuchScreen) return undefined;
          throw error;
        }),

    collect: (secret) => db.transaction().execute((transaction) => collect(transaction, secret, now())),
  };
}

/** Rolls back the transaction, and with it the tablet that was made for the screen. */
class NoSuchScreen extends Error {
  override name = 'NoSuchScreen';
}

const TOO_MANY_SCREENS = 'Too many screens wait for being connected: please try again in a few minutes';

interface Crowd {
  from: string;
  /** The oldest first. */
  others: { code: string; address: string | null; tablet_id: string | null }[];
}

async function makeRoom(db: Database, { from, others }: Crowd): Promise<void> {
  const waiting = Map.groupBy(
    others.filter((offer) => offer.tablet_id === null),
    (offer) => offer.address ?? '',
  );
  const own = waiting.get(from) ?? [];
  const isFull = others.length >= TABLETS.waitingScreens.all;
  if (!isFull && own.length < TABLETS.waitingScreens.ofAddress) return;
  const most = [...waiting.values()].reduce((one, other) => (other.length > one.length ? other : one), own);
  const [oldest] = own.length >= TABLETS.waitingScreens.ofAddress ? own : most;
  // All were accepted by an admin, and wait for their screens.
  if (!oldest) throw new UserError(429, TOO_MANY_SCREENS);
  await db.deleteFrom('pairings').where('code', '=', oldest.code).execute();
}

function newCode(taken: ReadonlySet<string>): string {
  const { alphabet, letters } = PAIRING;
  for (;;) {
    const code = Array.from({ length: letters }, () => alphabet[randomInt(alphabet.length)]).join('');
    if (!taken.has(code)) return code;
  }
}

async function collect(db: Database, secret: string, now: number): ReturnType<PairingRepository['collect']> {
  const offer = await db
    .selectFrom('pairings')
    .leftJoin('tablets', 'tablets.id', 'pairings.tablet_id')
    .select(['pairings.code', 'pairings.tablet_id as tabletId', 'pairings.collected_at as collectedAt', 'tablets.name'])
    .where('secret_hash', '=', hashSecret(secret))
    .where('pairings.expires_at', '>', now)
    .executeTakeFirst();
  if (!offer) return undefined;
  const { code, tabletId, name, collectedAt } = offer;
  if (tabletId === null) return { isPaired: false };
  // The tablet was deleted again.
  if (name === null) return undefined;
  if (collectedAt !== null) return { isPaired: true };
  await db.updateTable('pairings').set({ collected_at: now }).where('code', '=', code).execute();
  return { isPaired: true, given: await makeKeyOf(db, { id: tabletId, now }) };
}
