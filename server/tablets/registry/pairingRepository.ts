import { randomInt } from 'node:crypto';
import { PAIRING } from '../../../src/contract/tablets.ts';
import { addKey, dropUnusedKeys, keepNameFree, revokeKeysOf } from '../../auth/keys/tabletKeyQueries.ts';
import type { Database } from '../../db/open.ts';
import { UserError } from '../../errors.ts';
import { hashSecret, newSecret } from '../../http/security/secrets.ts';
import { TABLETS } from '../../limits.ts';

interface Offer {
  /** The letters that the screen shows. */
  code: string;
  /** Known to the screen alone: whoever reads the letters over a shoulder cannot collect the key. */
  secret: string;
  expiresAt: number;
}

export interface PairingRepository {
  offer(): Promise<Offer>;
  /** Gives the screen that shows the code to a tablet; false when no screen shows it (any more). */
  accept(code: string, tabletId: string): Promise<boolean>;
  isOffered(code: string): Promise<boolean>;
  /**
   * What the screen with this secret gets: the key only once, made at that moment, so that it is stored nowhere.
   * Undefined when the offer is over.
   */
  collect(secret: string): Promise<{ isPaired: boolean; key?: string } | undefined>;
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
    offer: async () => {
      const expiresAt = now() + PAIRING.livesMs;
      const secret = newSecret();
      const code = await db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('pairings').where('expires_at', '<=', now()).execute();
        const taken = await transaction.selectFrom('pairings').select('code').execute();
        if (taken.length >= TABLETS.waitingScreens) throw new UserError(429, TOO_MANY_SCREENS);
        const free = newCode(new Set(taken.map((row) => row.code)));
        const row = { code: free, secret_hash: hashSecret(secret), created_at: now(), expires_at: expiresAt };
        await transaction
          .insertInto('pairings')
          .values({ ...row, tablet_id: null, collected_at: null })
          .execute();
        return free;
      });
      return { code, secret, expiresAt };
    },

    isOffered: async (code) => (await offered(code).executeTakeFirst()) !== undefined,

    accept: async (code, tabletId) => {
      const result = await db
        .updateTable('pairings')
        .set({ tablet_id: tabletId })
        .where('code', 'in', offered(code))
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    collect: (secret) => db.transaction().execute((transaction) => collect(transaction, secret, now())),
  };
}

const TOO_MANY_SCREENS = 'Too many screens wait for being connected: please try again in a few minutes';

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
  await dropUnusedKeys(db, tabletId);
  await revokeKeysOf(db, { tabletId, now });
  // The command line may have taken the name since the letters were typed.
  await keepNameFree(db, name, tabletId);
  const key = await addKey(db, { name, use: 'kiosk', tabletId, now });
  await db.updateTable('pairings').set({ collected_at: now }).where('code', '=', code).execute();
  return { isPaired: true, key };
}
