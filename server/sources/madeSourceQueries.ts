import type { Database } from '#server/core/db/open.ts';
import type { MadeKind } from '#server/core/madeThings.ts';

function inUse(db: Database) {
  return db.selectFrom('sources').where('made_by', 'is not', null).where('paused', '=', 0);
}

/** The sources that a person added; ended, they are paused. */
export function madeSources(db: Database): MadeKind {
  return {
    kind: 'sources',
    needs: 'admin',
    makers: async () => {
      const rows = await inUse(db).select('made_by').execute();
      return rows.map((row) => row.made_by);
    },
    forAlbums: async (userId, within) => {
      const made = await inUse(within).select(['id', 'name', 'album_id']).where('made_by', '=', userId).execute();
      return made.map(({ id, name, album_id: albumId }) => ({
        id,
        kind: 'source',
        name: `“${name}”`,
        albumId,
        followsMaker: false,
      }));
    },
    endOf: async (userId, within) => {
      const made = await inUse(within).select(['id', 'name']).where('made_by', '=', userId).execute();
      for (const { id } of made) {
        await within.updateTable('sources').set({ paused: 1 }).where('id', '=', id).execute();
      }
      return { events: made.map(({ name }) => ({ action: 'source-changed', what: `“${name}”: is paused` })) };
    },
  };
}
