import type { MadeThings } from '#contract/users/schemas.ts';
import { mayPass } from '#domain/access/permissions.ts';
import type { Database } from '#server/core/db/open.ts';
import type { EndedThings, MadeKind } from '#server/core/madeThings.ts';
import type { User } from './userQueries.ts';

/** Things that a person made stay valid when they lose the permission for them; an admin may end them then. */
export interface MadeThingsRepository {
  /** The things in use, by the id of their maker. */
  counts(): Promise<Map<string, MadeThings>>;
  /**
   * Ends the things of a person who lost the permission for them. `within` is the transaction that removes the permission.
   */
  endOf(user: User, within: Database): Promise<Required<EndedThings>>;
}

const NONE: MadeThings = { tablets: 0, shares: 0, sources: 0, channels: 0 };

export function madeThingsRepository(kinds: Iterable<MadeKind>): MadeThingsRepository {
  return {
    counts: async () => {
      const counts = new Map<string, MadeThings>();
      for (const { kind, makers } of kinds) {
        for (const by of await makers()) {
          const known = counts.get(by ?? '') ?? NONE;
          counts.set(by ?? '', { ...known, [kind]: known[kind] + 1 });
        }
      }
      return counts;
    },

    endOf: async ({ id, permissions, blockedAt }, within) => {
      const ended: EndedThings[] = [];
      for (const { needs, endOf } of kinds) {
        const mayMake = blockedAt === null && mayPass(permissions, [needs]);
        if (!mayMake) ended.push(await endOf(id, within));
      }
      return {
        events: ended.flatMap(({ events }) => events),
        afterwards: () => {
          for (const { afterwards } of ended) afterwards?.();
        },
      };
    },
  };
}
