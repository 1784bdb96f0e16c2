import { valuesIn } from '#server/core/db/lists.ts';
import type { Database } from '#server/core/db/open.ts';
import type { MadeForAlbum, MadeKind } from '#server/core/madeThings.ts';

interface Parts {
  db: Database;
  now: () => number;
  /** Takes the code of a share that opens nothing off its tablet. */
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
  const changed = (tabletId: string) => {
    for (const tell of tabletChanges) tell(tabletId);
  };
  return {
    kind: 'shares',
    needs: 'photos:write',
    makers: async () => {
      const rows = await inUse(db, now()).select('shares.created_by').execute();
      return rows.map((row) => row.created_by);
    },
    forAlbums: async (userId, within) => {
      const made = await inUse(within, now())
        .select(['shares.id', 'shares.name', 'shares.album_id', 'albums.name as album', 'shares.tablet_id'])
        .where('shares.created_by', '=', userId)
        .orderBy('shares.created_at')
        .execute();
      return made.map((share) => thingOf(share, changed));
    },
    endOf: async (userId, within, only) => {
      const made = await inUse(within, now())
        .select(['shares.id', 'albums.name', 'shares.tablet_id'])
        .where('shares.created_by', '=', userId)
        .$if(only !== undefined, (shares) => shares.where('shares.id', 'in', valuesIn(within, only ?? [])))
        .execute();
      for (const { id } of made) {
        await within.updateTable('shares').set({ revoked_at: now(), sealed_key: null }).where('id', '=', id).execute();
      }
      return {
        events: made.map(({ name }) => ({ action: 'share-ended', what: `“${name}”` })),
        afterwards: () => {
          for (const { tablet_id: id } of made) if (id !== null) changed(id);
        },
      };
    },
  };
}

interface MadeShare {
  id: string;
  name: string | null;
  album: string;
  album_id: string;
  tablet_id: string | null;
}

function thingOf(share: MadeShare, changed: (tabletId: string) => void): MadeForAlbum {
  const { id, name, album, album_id: albumId, tablet_id: tabletId } = share;
  const of = { id, albumId, followsMaker: true };
  if (tabletId === null) return { ...of, kind: 'share', name: `“${album}”${name === null ? '' : ` for ${name}`}` };
  return { ...of, kind: 'guest-code', name: `${name ?? 'Code'} (“${album}”)`, onChange: () => changed(tabletId) };
}
