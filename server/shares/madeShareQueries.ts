import type { Database } from '#server/core/db/open.ts';
import type { MadeKind } from '#server/core/madeThings.ts';

interface Parts {
  db: Database;
  now: () => number;
  /** Takes the code of a share that has ended off its tablet. */
  tabletChanges: Iterable<(tabletId: string) => void>;
}

function inUse(db: Database, now: number) {
  return db
    .selectFrom('shares')
    .innerJoin('albums', 'albums.id', 'shares.album_id')
    .where('shares.revoked_at', 'is', null)
    .where((of) => of.or([of('shares.expires_at', 'is', null), of('shares.expires_at', '>', now)]));
}

/** The links to albums that a person made. */
export function madeShares({ db, now, tabletChanges }: Parts): MadeKind {
  return {
    kind: 'shares',
    needs: 'photos:write',
    makers: async () => {
      const rows = await inUse(db, now()).select('shares.created_by').execute();
      return rows.map((row) => row.created_by);
    },
    endOf: async (userId, within) => {
      const made = await inUse(within, now())
        .select(['shares.id', 'albums.name', 'shares.tablet_id'])
        .where('shares.created_by', '=', userId)
        .execute();
      for (const { id } of made) {
        await within.updateTable('shares').set({ revoked_at: now(), sealed_key: null }).where('id', '=', id).execute();
      }
      return {
        events: made.map(({ name }) => ({ action: 'share-ended', what: `“${name}”` })),
        afterwards: () => {
          for (const { tablet_id: id } of made) if (id !== null) for (const changed of tabletChanges) changed(id);
        },
      };
    },
  };
}
