import { randomUUID } from 'node:crypto';
import type { ShareUpload } from '#contract/shares.ts';
import type { Database } from '../db/open.ts';
import { hashSecret, newSecret } from '../http/security/secrets.ts';

const LISTED = 500;
/** The time for which visitors are told that a share has ended, instead of that it is unknown. */
const KEPT_MS = 365 * 24 * 3_600_000;
/** The time of the last use may be outdated by this much. */
const TOUCH_EVERY_MS = 60_000;
/**
 * The number of links that a person may make within an hour. It exceeds anybody's guests; a limit is needed since each
 * is stored, and is in the audit log.
 */
export const SHARES_PER_HOUR = 100;
const HOUR_MS = 3_600_000;
/** Comes after each character of an id. */
const BEHIND_IDS = 'g';

export interface StoredShare {
  id: string;
  /** Whom it is for, if somebody said so. */
  name: string | null;
  albumId: string;
  albumName: string;
  albumSlug: string;
  sharedBy: string;
  createdAt: number;
  /** Null: until it is taken back. */
  expiresAt: number | null;
  usedAt: number | null;
  /** When the photos that visitors send are seen; null: they may send none. */
  mayUpload: ShareUpload | null;
  maxPhotos: number;
  /** The number of photos that visitors have sent. */
  taken: number;
  seesAlbum: boolean;
  mayDownload: boolean;
}

interface ShareFields {
  albumId: string;
  name: string | null;
  expiresAt: number | null;
  guests?: { mayUpload: ShareUpload; maxPhotos: number };
  /** False: visitors send photos, and see none. */
  seesAlbum?: boolean;
  mayDownload?: boolean;
  /** The id of the person. */
  by: string;
}

/** The state of a share's key. `gone`: the album was deleted. */
type ShareFound = { state: 'open'; share: StoredShare } | { state: 'over' | 'revoked' | 'gone' | 'unknown' };

export interface ShareRepository {
  /** Returns the key too; only its hash is stored. Undefined when there is no such album. */
  create(fields: ShareFields): Promise<{ share: StoredShare; key: string } | 'too-many' | undefined>;
  /** The open ones of all albums or of one, the newest first. */
  list(albumId?: string): Promise<StoredShare[]>;
  /** The share as it was; undefined when it has ended already. */
  revoke(id: string): Promise<StoredShare | undefined>;
  /** The open share whose id begins like this, which none of another share does. */
  openWith(idStart: string): Promise<StoredShare | undefined>;
  open(id: string): Promise<StoredShare | undefined>;
  /** Notes the use. */
  find(key: string): Promise<ShareFound>;
}

/** Shares that were not taken back and are not over, each with its album and who shared it. */
function standingRows(db: Database, now: number) {
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
    .select([
      'shares.sees_album as seesAlbum',
      'shares.may_download as mayDownload',
      'users.first_name',
      'users.last_name',
      'users.email',
    ])
    .where('shares.revoked_at', 'is', null)
    .where((of) => of.or([of('shares.expires_at', 'is', null), of('shares.expires_at', '>', now)]));
}

/** A share of an album in the trash opens nothing, and opens it again once the album is restored. */
function openRows(db: Database, now: number) {
  return standingRows(db, now).where('albums.trashed_at', 'is', null);
}

function startingWith(rows: ReturnType<typeof openRows>, idStart: string) {
  return rows.where('shares.id', '>', idStart).where('shares.id', '<', idStart + BEHIND_IDS);
}

async function openShare(rows: ReturnType<typeof openRows>): Promise<StoredShare | undefined> {
  const row = await rows.executeTakeFirst();
  return row && shareOf(row);
}

function rowOf(wanted: ShareFields, nowMs: number) {
  const { albumId, name, expiresAt, guests, seesAlbum = true, mayDownload = false, by } = wanted;
  const times = { created_at: nowMs, expires_at: expiresAt, revoked_at: null, used_at: null };
  const sending = { may_upload: guests?.mayUpload ?? null, max_photos: guests?.maxPhotos ?? 0 };
  const opened = { sees_album: Number(seesAlbum), may_download: Number(mayDownload) };
  return { name, album_id: albumId, created_by: by, ...opened, ...sending, ...times };
}

export function shareRepository(db: Database, now: () => number): ShareRepository {
  async function touch({ id, usedAt }: StoredShare): Promise<void> {
    if (usedAt !== null && now() - usedAt < TOUCH_EVERY_MS) return;
    // A failed write does no harm, because the next use tries again.
    const update = db.updateTable('shares').set({ used_at: now() }).where('id', '=', id);
    await update.execute().catch(() => undefined);
  }

  return {
    create: async (wanted) => {
      const { albumId, by } = wanted;
      const forgotten = now() - KEPT_MS;
      const isOld = db.deleteFrom('shares');
      await isOld.where((of) => of.or([of('revoked_at', '<', forgotten), of('expires_at', '<', forgotten)])).execute();
      const [id, key] = [randomUUID(), newSecret()];
      const row = { id, key_hash: hashSecret(key), ...rowOf(wanted, now()) };
      return db.transaction().execute(async (transaction) => {
        const album = transaction.selectFrom('albums').select('id').where('id', '=', albumId);
        if (!(await album.where('trashed_at', 'is', null).executeTakeFirst())) return undefined;
        const lately = transaction.selectFrom('shares').select('id').where('created_by', '=', by);
        const made = await lately
          .where('created_at', '>', now() - HOUR_MS)
          .limit(SHARES_PER_HOUR)
          .execute();
        if (made.length >= SHARES_PER_HOUR) return 'too-many';
        await transaction.insertInto('shares').values(row).execute();
        const share = await shareRepository(transaction, now).list(albumId);
        const own = share.find((one) => one.id === id);
        return own && { share: own, key };
      });
    },

    list: async (albumId) => {
      const all = openRows(db, now()).orderBy('shares.created_at', 'desc').limit(LISTED);
      const found = await (albumId === undefined ? all : all.where('shares.album_id', '=', albumId)).execute();
      return found.map(shareOf);
    },

    openWith: (idStart) => openShare(startingWith(openRows(db, now()), idStart)),

    open: (id) => openShare(openRows(db, now()).where('shares.id', '=', id)),

    // Also while its album is in the trash: restored, the album would otherwise be open again.
    revoke: (id) =>
      db.transaction().execute(async (transaction) => {
        const row = await standingRows(transaction, now()).where('shares.id', '=', id).executeTakeFirst();
        if (row) await transaction.updateTable('shares').set({ revoked_at: now() }).where('id', '=', id).execute();
        return row && shareOf(row);
      }),

    find: async (key) => {
      const stored = await db
        .selectFrom('shares')
        .select(['id', 'revoked_at', 'expires_at'])
        .where('key_hash', '=', hashSecret(key))
        .executeTakeFirst();
      if (!stored) return { state: 'unknown' };
      if (stored.revoked_at !== null) return { state: 'revoked' };
      if (stored.expires_at !== null && stored.expires_at <= now()) return { state: 'over' };
      const share = await openShare(openRows(db, now()).where('shares.id', '=', stored.id));
      if (!share) return { state: 'gone' };
      // Not awaited: a database that is busy for a while must not hold up a visitor who only looks.
      void touch(share);
      return { state: 'open', share };
    },
  };
}

type Row = Omit<StoredShare, 'sharedBy' | 'seesAlbum' | 'mayDownload'> & {
  seesAlbum: number;
  mayDownload: number;
} & Record<'first_name' | 'last_name' | 'email', string | null>;

function shareOf({ first_name: first, last_name: last, email, seesAlbum, mayDownload, ...share }: Row): StoredShare {
  return {
    ...share,
    seesAlbum: seesAlbum === 1,
    mayDownload: mayDownload === 1,
    sharedBy: `${first ?? ''} ${last ?? ''}`.trim() || (email ?? 'Somebody'),
  };
}
