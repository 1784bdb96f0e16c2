import { sql } from 'kysely';
import type { MadeThings } from '#contract/users/schemas.ts';
import type { Permission } from '#contract/permissions.ts';
import { mayPass } from '#domain/access/permissions.ts';
import type { Database } from '#server/core/db/open.ts';
import type { User } from './userQueries.ts';

/** Things that a person made stay valid when they lose the permission for them; an admin may end them then. */
export interface MadeThingsRepository {
  /** The things in use, by the id of their maker. */
  counts(): Promise<Map<string, MadeThings>>;
  /**
   * Ends the things of a person who lost the permission for them. `within` is the transaction that removes the permission.
   */
  endOf(user: User, within: Database): Promise<EndedThings>;
}

/** The names of the things and of the albums that were shared, and the ids of the tablets that showed such a share. */
export interface EndedThings extends Record<keyof MadeThings, string[]> {
  showedBy: string[];
}

interface Parts {
  db: Database;
  now: () => number;
  revokeKeysOf: (within: Database, of: { tabletId: string; now: number }) => Promise<void>;
  /** Removes a channel of alerts, with its unsent messages. */
  removeChannel: (within: Database, channelId: string) => Promise<unknown>;
}

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

/** The things in use, with the ids of their makers. */
function inUse(db: Database, now: number) {
  return {
    tablets: db
      .selectFrom('tablets')
      .select(['id', 'name', 'made_by as by'])
      .where('made_by', 'is not', null)
      .where((of) => of.or([of('expires_at', 'is', null), of('expires_at', '>', now)]))
      .where((of) => of.or([of.exists(activeKeys(db)), of.exists(waitingKeys(db, now))])),
    shares: db
      .selectFrom('shares')
      .innerJoin('albums', 'albums.id', 'shares.album_id')
      .select(['shares.id', 'albums.name', 'shares.created_by as by', 'shares.tablet_id as tabletId'])
      .where('shares.revoked_at', 'is', null)
      .where((of) => of.or([of('shares.expires_at', 'is', null), of('shares.expires_at', '>', now)])),
    sources: db
      .selectFrom('sources')
      .select(['id', 'name', 'made_by as by'])
      .where('made_by', 'is not', null)
      .where('paused', '=', 0),
    channels: db.selectFrom('alert_channels').select(['id', 'name', 'made_by as by']).where('made_by', 'is not', null),
  };
}

export function madeThingsRepository({ db, now, revokeKeysOf, removeChannel }: Parts): MadeThingsRepository {
  return {
    counts: async () => {
      const counts = new Map<string, MadeThings>();
      const count = (by: string | null, what: keyof MadeThings): void => {
        const known = counts.get(by ?? '') ?? { tablets: 0, shares: 0, sources: 0, channels: 0 };
        counts.set(by ?? '', { ...known, [what]: known[what] + 1 });
      };
      const { tablets, shares, sources, channels } = inUse(db, now());
      for (const { by } of await tablets.execute()) count(by, 'tablets');
      for (const { by } of await shares.execute()) count(by, 'shares');
      for (const { by } of await sources.execute()) count(by, 'sources');
      for (const { by } of await channels.execute()) count(by, 'channels');
      return counts;
    },

    endOf: async ({ id: userId, permissions, blockedAt }, within) => {
      const mayMake = (permission: Permission) => blockedAt === null && mayPass(permissions, [permission]);
      const made = inUse(within, now());
      const ended: EndedThings = { tablets: [], shares: [], sources: [], channels: [], showedBy: [] };
      if (!mayMake('admin')) {
        for (const { id, name } of await made.tablets.where('made_by', '=', userId).execute()) {
          await revokeKeysOf(within, { tabletId: id, now: now() });
          ended.tablets.push(name);
        }
        for (const { id, name } of await made.sources.where('made_by', '=', userId).execute()) {
          await within.updateTable('sources').set({ paused: 1 }).where('id', '=', id).execute();
          ended.sources.push(name);
        }
        for (const { id, name } of await made.channels.where('made_by', '=', userId).execute()) {
          await removeChannel(within, id);
          ended.channels.push(name);
        }
      }
      const ownShares = mayMake('photos:write')
        ? []
        : await made.shares.where('shares.created_by', '=', userId).execute();
      for (const { id, name, tabletId } of ownShares) {
        await within.updateTable('shares').set({ revoked_at: now(), sealed_key: null }).where('id', '=', id).execute();
        ended.shares.push(name);
        if (tabletId !== null) ended.showedBy.push(tabletId);
      }
      return ended;
    },
  };
}

/** The audit log's entry for things that were ended. */
export function endedEvents({ tablets, shares, sources, channels }: EndedThings) {
  return [
    ...tablets.map((what) => ({ action: 'key-revoked' as const, what })),
    ...shares.map((name) => ({ action: 'share-ended' as const, what: `“${name}”` })),
    ...sources.map((name) => ({ action: 'source-changed' as const, what: `“${name}”: is paused` })),
    ...channels.map((name) => ({ action: 'alerts-changed' as const, what: `${name} gets no alerts any more` })),
  ];
}
