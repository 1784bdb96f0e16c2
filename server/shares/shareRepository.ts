import { randomUUID } from 'node:crypto';
import type { ShareUpload } from '#contract/access/shareKeys.ts';
import { SHARE_BYTES } from '#contract/shares/shares.ts';
import type { VisibleAlbums } from '#server/core/access/access.ts';
import { isBelowRoots } from '#server/core/db/albumsAbove.ts';
import { idsIn, valuesIn } from '#server/core/db/lists.ts';
import type { Database } from '#server/core/db/open.ts';
import { STATE } from '#server/core/db/photoTables.ts';
import { hashSecret, newSecret } from '#server/core/http/security/secrets.ts';
import { openRows, standingRows, type StoredShare } from './shareQueries.ts';

type Row = Omit<StoredShare, 'sharedBy' | 'seesAlbum' | 'mayDownload'> & {
  seesAlbum: number;
  mayDownload: number;
} & Record<'first_name' | 'last_name' | 'email' | 'makerSees', string | null>;

/** Comes after each character of an id. */
const BEHIND_IDS = 'g';

const LISTED = 500;
/** For this time visitors learn that a share has ended; later it is unknown. */
const RETENTION_MS = 365 * 24 * 3_600_000;
/** The time of the last use may be outdated by this much. */
const TOUCH_EVERY_MS = 60_000;
/**
 * The number of links that a person may make within an hour. It exceeds anybody's number of guests; the limit is needed
 * since each is stored, and is in the audit log.
 */
export const SHARES_PER_HOUR = 100;
const HOUR_MS = 3_600_000;

/** The photos that visitors may send, and how many. */
export interface GuestTerms {
  mayUpload: ShareUpload;
  maxPhotos: number;
  maxBytes: number;
}

interface ShareFields {
  albumId: string;
  name: string | null;
  expiresAt: number | null;
  guests?: GuestTerms;
  /** False: visitors send photos, and see no others. */
  seesAlbum?: boolean;
  mayDownload?: boolean;
  /** The id of the person. */
  by: string;
  /** Present for the code of a tablet, which receives the key again and again. */
  sealed?: { tabletId: string; seal: (key: string) => string };
}

/** The state of a share's key. `gone`: the album was deleted. */
type ShareFound = { state: 'open'; share: StoredShare } | { state: 'over' | 'revoked' | 'gone' | 'unknown' };

export interface ShareRepository {
  /** Returns the key too; only its hash is stored. Undefined when there is no such album. */
  create(fields: ShareFields): Promise<{ share: StoredShare; key: string } | 'too-many' | undefined>;
  /** Those of visible albums, or of one album, the newest first; also those that their maker's list has closed. */
  list(visible: VisibleAlbums, albumId?: string): Promise<StoredShare[]>;
  /** The share as it was; undefined when it has ended already, or is of an album that is not visible. */
  revoke(id: string, visible: VisibleAlbums): Promise<StoredShare | undefined>;
  /** The open share whose id begins like this; no two ids begin the same. */
  openWith(idStart: string): Promise<StoredShare | undefined>;
  open(id: string): Promise<StoredShare | undefined>;
  /** Also notes the use. */
  find(key: string): Promise<ShareFound>;
}

function keyColumns(key: string, { sealed }: ShareFields) {
  return { key_hash: hashSecret(key), tablet_id: sealed?.tabletId ?? null, sealed_key: sealed?.seal(key) ?? null };
}

function rowOf(wanted: ShareFields, nowMs: number) {
  const { albumId, name, expiresAt, guests, seesAlbum = true, mayDownload = false, by } = wanted;
  const times = { created_at: nowMs, expires_at: expiresAt, revoked_at: null, used_at: null };
  const most = { max_photos: guests?.maxPhotos ?? 0, max_bytes: guests?.maxBytes ?? SHARE_BYTES.usual };
  const sending = { may_upload: guests?.mayUpload ?? null, ...most };
  const opened = { sees_album: Number(seesAlbum), may_download: Number(mayDownload) };
  return { name, album_id: albumId, created_by: by, ...opened, ...sending, ...times };
}

/** Notes that a share is used. */
async function touch(db: Database, { id, usedAt }: StoredShare, now: number): Promise<void> {
  if (usedAt !== null && now - usedAt < TOUCH_EVERY_MS) return;
  // A failed write does no harm, because the next use tries again.
  const update = db.updateTable('shares').set({ used_at: now }).where('id', '=', id);
  await update.execute().catch(() => undefined);
}

export function shareRepository(db: Database, now: () => number): ShareRepository {
  return {
    create: async (wanted) => {
      const { albumId, by } = wanted;
      const forgotten = now() - RETENTION_MS;
      const deletion = db.deleteFrom('shares');
      await deletion
        .where((of) => of.or([of('revoked_at', '<', forgotten), of('expires_at', '<', forgotten)]))
        .execute();
      const [id, key] = [randomUUID(), newSecret()];
      const row = { id, ...keyColumns(key, wanted), ...rowOf(wanted, now()) };
      return db.transaction().execute(async (transaction) => {
        const album = transaction.selectFrom('albums').select('id').where('id', '=', albumId);
        if (!(await album.where('state', '=', STATE.shown).executeTakeFirst())) return undefined;
        const lately = transaction.selectFrom('shares').select('id').where('created_by', '=', by);
        const made = await lately
          .where('created_at', '>', now() - HOUR_MS)
          .limit(SHARES_PER_HOUR)
          .execute();
        if (made.length >= SHARES_PER_HOUR) return 'too-many';
        await transaction.insertInto('shares').values(row).execute();
        const share = await shareRepository(transaction, now).list(null, albumId);
        const own = share.find((one) => one.id === id);
        return own && { share: own, key };
      });
    },

    list: async (visible, albumId) => {
      const newest = openRows(db, now()).orderBy('shares.created_at', 'desc').limit(LISTED);
      const all = visible ? newest.where('shares.album_id', 'in', valuesIn(db, [...visible])) : newest;
      const found = await (albumId === undefined ? all : all.where('shares.album_id', '=', albumId)).execute();
      return found.map(shareOf);
    },

    openWith: (idStart) => openShare(db, startingWith(openRows(db, now()), idStart)),

    open: (id) => openShare(db, openRows(db, now()).where('shares.id', '=', id)),

    revoke: (id, visible) =>
      db.transaction().execute((transaction) => revoke(transaction, { id, visible, now: now() })),

    find: async (key) => {
      const stored = await db
        .selectFrom('shares')
        .select(['id', 'revoked_at', 'expires_at'])
        .where('key_hash', '=', hashSecret(key))
        .executeTakeFirst();
      if (!stored) return { state: 'unknown' };
      if (stored.revoked_at !== null) return { state: 'revoked' };
      if (stored.expires_at !== null && stored.expires_at <= now()) return { state: 'over' };
      const share = await openShare(db, openRows(db, now()).where('shares.id', '=', stored.id));
      if (!share) return { state: 'gone' };
      // Not awaited: a database that is busy for a while must not hold up a visitor who only looks.
      void touch(db, share, now());
      return { state: 'open', share };
    },
  };
}

/** Works while the album is in the trash too: otherwise the share would be open again after a restore. */
async function revoke(
  db: Database,
  { id, visible, now }: { id: string; visible: VisibleAlbums; now: number },
): Promise<StoredShare | undefined> {
  const row = await standingRows(db, now).where('shares.id', '=', id).executeTakeFirst();
  if (!row || (visible && !visible.has(row.albumId))) return undefined;
  await db.updateTable('shares').set({ revoked_at: now, sealed_key: null }).where('id', '=', id).execute();
  return shareOf(row);
}

function startingWith(rows: ReturnType<typeof openRows>, idStart: string) {
  return rows.where('shares.id', '>', idStart).where('shares.id', '<', idStart + BEHIND_IDS);
}

/** A share opens nothing while its maker does not see the album, and opens it again once the maker does. */
async function openShare(db: Database, rows: ReturnType<typeof openRows>): Promise<StoredShare | undefined> {
  const row = await rows.executeTakeFirst();
  if (!row || !(await isBelowRoots(db, { albumId: row.albumId, roots: idsIn(row.makerSees) }))) return undefined;
  return shareOf(row);
}

function shareOf({ first_name: first, last_name: last, email, seesAlbum, mayDownload, ...row }: Row): StoredShare {
  const { makerSees: _, ...share } = row;
  return {
    ...share,
    seesAlbum: seesAlbum === 1,
    mayDownload: mayDownload === 1,
    sharedBy: `${first ?? ''} ${last ?? ''}`.trim() || (email ?? 'Somebody'),
  };
}
