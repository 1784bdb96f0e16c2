import type { Database } from '#server/core/db/open.ts';
import type { MadeKind } from '#server/core/madeThings.ts';

function inUse(db: Database) {
  return db.selectFrom('sources').where('sources.made_by', 'is not', null).where('sources.paused', '=', 0);
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
      const made = await inUse(within)
        .leftJoin('albums', 'albums.id', 'sources.album_id')
        .select(['sources.id', 'sources.name', 'sources.album_id as albumId', 'albums.name as album'])
        .where('sources.made_by', '=', userId)
        .orderBy('sources.created_at')
        .execute();
      return made.map(({ id, name, albumId, album }) => ({
        id,
        kind: 'source',
        name: `“${name}”${album === null ? '' : ` (into “${album}”)`}`,
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
