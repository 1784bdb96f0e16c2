import type { AffectedThing, MadeThings } from '#contract/users/schemas.ts';
import { mayPass } from '#domain/access/permissions.ts';
import { isBelowRoots } from '#server/core/db/albumsAbove.ts';
import type { Database } from '#server/core/db/open.ts';
import type { EndedThings, MadeForAlbum, MadeKind } from '#server/core/madeThings.ts';
import type { User } from './userQueries.ts';

type Sight = Pick<User, 'albumIds'>;

/** A change of the albums that a person sees. */
interface SightChange {
  before: Sight;
  user: Sight & Pick<User, 'id'>;
}

/** Things that a person made stay valid when they lose the permission for them; an admin may end them then. */
export interface MadeThingsRepository {
  /** The things in use, by the id of their maker. */
  counts(): Promise<Map<string, MadeThings>>;
  /**
   * Ends the things of a person who lost the permission for them. `within` is the transaction that removes the permission.
   */
  endOf(user: User, within: Database): Promise<Required<EndedThings>>;
  /** The things whose album the person saw before and does not see after. */
  affectedBy(change: SightChange, within?: Database): Promise<AffectedThing[]>;
  /** Tells the things whose album the person sees no longer, or again. */
  notify(change: SightChange): Promise<void>;
  /** Ends the links that are closed because their maker does not see the album: without an account they would open. */
  endClosed(user: User, within: Database): Promise<Required<EndedThings>>;
}

const NONE: MadeThings = { tablets: 0, shares: 0, sources: 0, channels: 0 };

export function madeThingsRepository(db: Database, kinds: Iterable<MadeKind>): MadeThingsRepository {
  async function forAlbums(userId: string, within: Database): Promise<MadeForAlbum[]> {
    const things: MadeForAlbum[] = [];
    for (const kind of kinds) things.push(...((await kind.forAlbums?.(userId, within)) ?? []));
    return things;
  }

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
      return together(ended);
    },

    affectedBy: async ({ before, user }, within = db) => {
      const affected: AffectedThing[] = [];
      if (JSON.stringify(before.albumIds) === JSON.stringify(user.albumIds)) return affected;
      for (const { kind, name, albumId } of await forAlbums(user.id, within)) {
        const isLost = (await sees(within, before, albumId)) && !(await sees(within, user, albumId));
        if (isLost) affected.push({ kind, name });
      }
      return affected;
    },

    notify: async ({ before, user }) => {
      for (const { albumId, onChange } of await forAlbums(user.id, db)) {
        if (onChange && (await sees(db, before, albumId)) !== (await sees(db, user, albumId))) onChange();
      }
    },

    endClosed: async (user, within) => {
      const ended: EndedThings[] = [];
      for (const kind of kinds) {
        const closed: string[] = [];
        for (const thing of (await kind.forAlbums?.(user.id, within)) ?? []) {
          if (thing.followsMaker && !(await sees(within, user, thing.albumId))) closed.push(thing.id);
        }
        if (closed.length > 0) ended.push(await kind.endOf(user.id, within, closed));
      }
      return together(ended);
    },
  };
}

/** Whether a person sees an album; a thing with albums of its own is for people who see all. */
async function sees(db: Database, { albumIds: roots }: Sight, albumId: string | null): Promise<boolean> {
  if (albumId === null) return roots === null;
  return isBelowRoots(db, { albumId, roots });
}

function together(ended: readonly EndedThings[]): Required<EndedThings> {
  return {
    events: ended.flatMap(({ events }) => events),
    afterwards: () => {
      for (const { afterwards } of ended) afterwards?.();
    },
  };
}
