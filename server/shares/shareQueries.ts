import { sql } from 'kysely';
import type { ShareUpload } from '#contract/access/shareKeys.ts';
import type { Database } from '#server/core/db/open.ts';
import { STATE } from '#server/core/db/photoTables.ts';

export interface StoredShare {
  id: string;
  /** The person whom it is for, if somebody said so. */
  name: string | null;
  albumId: string;
  albumName: string;
  albumSlug: string;
  sharedBy: string;
  createdAt: number;
  /** Null: until it is taken back. */
  expiresAt: number | null;
  usedAt: number | null;
  /** Whether the photos that visitors send are shown at once or after approval; null: they may send none. */
  mayUpload: ShareUpload | null;
  maxPhotos: number;
  /** The number of photos that visitors have sent. */
  taken: number;
  maxBytes: number;
  /** The bytes that visitors have sent, in files that could not be read too. */
  takenBytes: number;
  seesAlbum: boolean;
  mayDownload: boolean;
  /** The tablet that shows it as its guest code; null: it is a link. */
  tabletId: string | null;
}

/** Shares that were not taken back and are not over, each with its album and the person who shared it. */
export function standingRows(db: Database, now: number) {
  return db
    .selectFrom('shares')
    .innerJoin('albums', 'albums.id', 'shares.album_id')
    .leftJoin('users', 'users.id', 'shares.created_by')
    .select([
      'shares.id',
      'shares.name',
      'shares.album_id as albumId',
      'albums.name as albumName',
      'albums.slug as albumSlug',
    ])
    .select(['shares.created_at as createdAt', 'shares.expires_at as expiresAt', 'shares.used_at as usedAt'])
    .select(['shares.may_upload as mayUpload', 'shares.max_photos as maxPhotos', 'shares.taken'])
    .select(['shares.max_bytes as maxBytes', 'shares.taken_bytes as takenBytes'])
    .select([
      'shares.sees_album as seesAlbum',
      'shares.may_download as mayDownload',
      'shares.tablet_id as tabletId',
      'users.first_name',
      'users.last_name',
      'users.email',
      'users.album_ids as makerSees',
    ])
    .where('shares.revoked_at', 'is', null)
    .where((of) => of.or([of('shares.expires_at', 'is', null), of('shares.expires_at', '>', now)]))
    .where((of) => of.or([of('shares.tablet_id', 'is', null), of.exists(livingTablet(db, now))]));
}

/** The tablet of the share in this query, unless it has expired or its keys are revoked. */
function livingTablet(db: Database, now: number) {
  const ofTablet = sql.ref<string>('shares.tablet_id');
  const keys = db.selectFrom('api_keys').select('id').where('api_keys.tablet_id', '=', ofTablet);
  return db
    .selectFrom('tablets')
    .select('tablets.id')
    .where('tablets.id', '=', ofTablet)
    .where((of) => of.or([of('tablets.expires_at', 'is', null), of('tablets.expires_at', '>', now)]))
    .where((of) => of.or([of.exists(keys.where('revoked_at', 'is', null)), of.not(of.exists(keys))]));
}

/** A share of an album in the trash opens nothing, and opens it again once the album is restored. */
export function openRows(db: Database, now: number) {
  return standingRows(db, now).where('albums.state', '=', STATE.shown);
}
