import type { Transaction } from 'kysely';
import type { Database } from '../../db/open.ts';
import type { Schema } from '../../db/schema.ts';
import { UserError } from '../../errors.ts';

/**
 * The value of `trashed_with` for a guest's photo that nobody has approved yet: neither in an album nor in the trash.
 * Otherwise the column has an album's id, which never has this form.
 */
export const WAITING = '?';

/** The visitor who sends a photo. */
export interface GuestOf {
  shareId: string;
  /** Whether the photo is seen only after somebody has approved it. */
  waits: boolean;
}

interface GuestPhotos {
  /** Whether the album has a photo with this content that waits for approval. */
  isWaiting(albumId: string, contentHash: string): Promise<boolean>;
  /** Throws when the share takes no more photos. */
  requirePlace(guest: GuestOf): Promise<void>;
}

const FULL = 'This link has taken as many photos as it may: please ask whoever sent it for a new one';

export function guestPhotos(db: Database): GuestPhotos {
  return {
    isWaiting: async (albumId, contentHash) => {
      const row = await db
        .selectFrom('photos')
        .select('id')
        .where('album_id', '=', albumId)
        .where('content_hash', '=', contentHash)
        .where('trashed_with', '=', WAITING)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    requirePlace: async ({ shareId }) => {
      const share = db.selectFrom('shares').select('id').where('id', '=', shareId);
      if (!(await share.whereRef('taken', '<', 'max_photos').executeTakeFirst())) throw full();
    },
  };
}

function full(): UserError {
  return new UserError(403, FULL);
}

/** Counts one more photo of the share, so that simultaneous uploads never exceed its limit. */
export async function takePlace(db: Transaction<Schema>, { shareId }: GuestOf, now: number): Promise<void> {
  const counted = await db
    .updateTable('shares')
    .set((row) => ({ taken: row('taken', '+', 1) }))
    .where('id', '=', shareId)
    .whereRef('taken', '<', 'max_photos')
    .where('revoked_at', 'is', null)
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', now)]))
    .executeTakeFirst();
  if (counted.numUpdatedRows === 0n) throw full();
}

/** The columns by which the photo of a guest differs from others. */
export function guestColumns({ shareId, waits }: GuestOf, at: number) {
  return { from_share: shareId, ...(waits && { trashed_at: at, trashed_with: WAITING }) };
}
