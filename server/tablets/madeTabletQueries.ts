import { sql } from 'kysely';
import type { Database } from '#server/core/db/open.ts';
import type { MadeKind } from '#server/core/madeThings.ts';
import { revokeKeysOf } from '#server/keys/tabletKeyQueries.ts';

/** The active keys of the tablet in the surrounding query. */
function activeKeys(db: Database) {
  return db
    .selectFrom('api_keys')
    .select('api_keys.id')
    .where('api_keys.tablet_id', '=', sql.ref<string>('tablets.id'))
    .where('api_keys.revoked_at', 'is', null);
}

/** Accepted screens of that tablet whose key is still to be collected. */
function waitingKeys(db: Database, now: number) {
  return db
    .selectFrom('pairings')
    .select('pairings.code')
    .where('pairings.tablet_id', '=', sql.ref<string>('tablets.id'))
    .where('pairings.collected_at', 'is', null)
    .where('pairings.expires_at', '>', now);
}

function inUse(db: Database, now: number) {
  return db
    .selectFrom('tablets')
    .where('made_by', 'is not', null)
    .where((of) => of.or([of('expires_at', 'is', null), of('expires_at', '>', now)]))
    .where((of) => of.or([of.exists(activeKeys(db)), of.exists(waitingKeys(db, now))]));
}

/** The tablets whose last key a person was given; ended, their keys are revoked. */
export function madeTablets(db: Database, now: () => number): MadeKind {
  return {
    kind: 'tablets',
    needs: 'admin',
    makers: async () => {
      const rows = await inUse(db, now()).select('made_by').execute();
      return rows.map((row) => row.made_by);
    },
    endOf: async (userId, within) => {
      const made = await inUse(within, now()).select(['id', 'name']).where('made_by', '=', userId).execute();
      for (const { id } of made) await revokeKeysOf(within, { tabletId: id, now: now() });
      return { events: made.map(({ name }) => ({ action: 'key-revoked', what: name })) };
    },
  };
}
