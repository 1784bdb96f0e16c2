import type { Database } from '#server/core/db/open.ts';
import type { PhotoAddress } from '#server/photos/store/photoStore.ts';

/** Photos whose files are in the bucket, or on their way, and that may have no row yet. */
export interface PendingRepository {
  add(files: PhotoAddress, lease: { owner: string; until: number }): Promise<void>;
  has(files: PhotoAddress): Promise<boolean>;
  remove(files: PhotoAddress): Promise<void>;
  /** The uploads of one owner, and those whose lease had ended at a given time. */
  left(by: { owner: string; at: number }): Promise<PhotoAddress[]>;
}

export function pendingRepository(db: Database): PendingRepository {
  const places = () => db.selectFrom('pending_files').select(['album_id as albumId', 'filename']);
  return {
    add: async ({ albumId, filename }, { owner, until }) => {
      await db
        .insertInto('pending_files')
        .values({ album_id: albumId, filename, owner, lease_until: until })
        .onConflict((conflict) => conflict.columns(['album_id', 'filename']).doUpdateSet({ owner, lease_until: until }))
        .execute();
    },

    has: async ({ albumId, filename }) =>
      (await places().where('album_id', '=', albumId).where('filename', '=', filename).execute()).length > 0,

    remove: async ({ albumId, filename }) => {
      await db.deleteFrom('pending_files').where('album_id', '=', albumId).where('filename', '=', filename).execute();
    },

    left: ({ owner, at }) =>
      places()
        .where((row) => row.or([row('owner', '=', owner), row('lease_until', '<', at)]))
        .execute(),
  };
}
