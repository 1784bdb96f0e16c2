import type { Transaction } from 'kysely';
import type { Database } from '#server/core/db/open.ts';
import { STATE } from '#server/core/db/photoTables.ts';
import type { Schema } from '#server/core/db/schema.ts';
import { UserError } from '#server/core/errors.ts';

/** The visitor who sends a photo. */
export interface GuestOf {
  shareId: string;
  /** Whether the photo is seen only after somebody has approved it. */
  waits: boolean;
  /** False for a visitor who sends photos and sees none: no response may then tell which photos the album has. */
  seesAlbum: boolean;
}

/** The hash of a picture, and of the file that it was made from. */
interface Hashes {
  contentHash: string;
  madeFrom: string | undefined;
}

interface GuestPhotos {
  /** Whether the album has a photo with this content that waits for approval. */
  isWaiting(albumId: string, hashes: Hashes): Promise<boolean>;
  /** Throws when the share takes no more photos. */
  requirePlace(guest: GuestOf): Promise<void>;
  /** Counts one more photo of the share. Throws when the share takes no more photos. */
  takePlace(guest: GuestOf): Promise<void>;
  /** The bytes that the visitors of the share may still send. */
  bytesLeft(guest: GuestOf): Promise<number>;
  /**
   * Counts the bytes of a file that has arrived. Throws when the share has fewer left, also when simultaneous uploads
   * use them up.
   */
  spendBytes(guest: GuestOf, bytes: number): Promise<void>;
  /** Counts the bytes of a file that failed, even beyond the limit. A negative number gives bytes back. */
  addBytes(guest: GuestOf, bytes: number): Promise<void>;
}

const FULL = 'This link has taken as many photos as it may: please ask whoever sent it for a new one';
const NO_BYTES_LEFT =
  'This link has no room for this photo any more: please ask whoever sent you the link for a new one';

export function guestPhotos(db: Database, now: () => number): GuestPhotos {
  return {
    isWaiting: async (albumId, { contentHash, madeFrom }) => {
      const row = await db
        .selectFrom('photos')
        .select('id')
        .where('album_id', '=', albumId)
        .where((is) =>
          is.or([
            is('content_hash', '=', contentHash),
            ...(madeFrom === undefined ? [] : [is('made_from', '=', madeFrom)]),
          ]),
        )
        .where('state', '=', STATE.waiting)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    requirePlace: async ({ shareId }) => {
      const share = db.selectFrom('shares').select('id').where('id', '=', shareId);
      if (!(await share.whereRef('taken', '<', 'max_photos').executeTakeFirst())) throw full();
    },

    takePlace: (guest) => db.transaction().execute((transaction) => takePlace(transaction, guest, now())),

    bytesLeft: async ({ shareId }) => {
      const share = db.selectFrom('shares').select(['max_bytes', 'taken_bytes']).where('id', '=', shareId);
      const found = await share.executeTakeFirst();
      return found ? Math.max(0, found.max_bytes - found.taken_bytes) : 0;
    },

    spendBytes: async ({ shareId }, bytes) => {
      const counted = await db
        .updateTable('shares')
        .set((row) => ({ taken_bytes: row('taken_bytes', '+', bytes) }))
        .where('id', '=', shareId)
        .where((row) => row(row('taken_bytes', '+', bytes), '<=', row.ref('max_bytes')))
        .executeTakeFirst();
      if (counted.numUpdatedRows === 0n) throw noBytesLeft();
    },

    addBytes: async ({ shareId }, bytes) => {
      const share = db.updateTable('shares').where('id', '=', shareId);
      await share.set((row) => ({ taken_bytes: row('taken_bytes', '+', bytes) })).execute();
    },
  };
}

export function noBytesLeft(): UserError {
  return new UserError(403, NO_BYTES_LEFT);
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
  return { from_share: shareId, ...(waits && { state: 'waiting' as const, trashed_at: at }) };
}
