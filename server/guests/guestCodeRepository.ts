import type { ShareUpload } from '#contract/access/shareKeys.ts';
import { SHARE_BYTES, SHARE_NAME_MAX_CHARACTERS, SHARE_PHOTOS } from '#contract/shares/shares.ts';
import type { Database } from '#server/core/db/open.ts';
import { UserError } from '#server/core/errors.ts';
import type { SealingKeys } from '#server/core/http/security/sealingKeysRepository.ts';
import type { StoredShare } from '#server/shares/shareQueries.ts';
import { type GuestTerms, type ShareRepository, shareRepository } from '#server/shares/shareRepository.ts';

/** A guest code as an admin chooses it: the album for visitors' photos, and whether they need approval. */
interface CodeChoice {
  albumId: string;
  mayUpload: ShareUpload;
}

interface ForTablet {
  tablet: { id: string; name: string };
  /** The id of the admin who chooses. */
  by: string;
}

export interface GuestCodeRepository {
  /** The key in a tablet's code, and when it ends; undefined once it opens nothing, or is lost. */
  shownBy(tabletId: string, shareId: string): Promise<{ key: string; until: number | null } | undefined>;
  /** Returns the share of this tablet's code: the present one if it is of the same album and not lost, else a new one. */
  choose(choice: CodeChoice, of: ForTablet): Promise<{ share: StoredShare; isNew: boolean }>;
  /** Makes a share like another one, for this tablet. */
  chooseLike(shareId: string, of: ForTablet): Promise<{ share: StoredShare; isNew: boolean }>;
  /** Ends the tablet's codes, or all but one. */
  endOf(tabletId: string, except?: string): Promise<StoredShare[]>;
  /** The names of tablets whose codes are lost: the key that sealed them did not come along with the database. */
  lostOn(): Promise<string[]>;
}

const SEALED = 'guest-codes';
const NO_ALBUM = 'There is no such album';

/**
 * The codes that tablets show to guests. Each is a separate share, whose key the server stores encrypted, because that
 * tablet requests it again and again.
 */
export function guestCodeRepository(
  db: Database,
  now: () => number,
  sealingKeys: Pick<SealingKeys, 'of'>,
): GuestCodeRepository {
  const shares = shareRepository(db, now);
  const keyOf = async (shareId: string, tabletId: string) => {
    const row = db
      .selectFrom('shares')
      .select('sealed_key')
      .where('id', '=', shareId)
      .where('tablet_id', '=', tabletId);
    const sealed = (await row.executeTakeFirst())?.sealed_key ?? null;
    return sealed === null ? undefined : (await sealingKeys.of(SEALED)).open(sealed);
  };
  const change = async (choice: Omit<Wanted, 'sealed'>, of: ForTablet) => {
    const sealing = await sealingKeys.of(SEALED);
    const known = (await openOf(db, shares, of.tablet.id)).find(({ albumId }) => albumId === choice.albumId);
    if (known && (await keyOf(known.id, of.tablet.id)) !== undefined) {
      await db.updateTable('shares').set({ may_upload: choice.guests.mayUpload }).where('id', '=', known.id).execute();
      return { share: known, isNew: false };
    }
    const sealed = { tabletId: of.tablet.id, seal: sealing.seal };
    const made = await shares.create({ ...choice, sealed });
    if (!made) throw new UserError(400, NO_ALBUM);
    if (made === 'too-many') throw new UserError(429, 'You made too many links within an hour: please wait');
    return { share: made.share, isNew: true };
  };

  return {
    shownBy: async (tabletId, shareId) => {
      const share = await shares.open(shareId);
      const key = share && (await keyOf(shareId, tabletId));
      return key === undefined ? undefined : { key, until: share?.expiresAt ?? null };
    },

    choose: ({ albumId, mayUpload }, of) => {
      const guests = { mayUpload, maxPhotos: SHARE_PHOTOS.usual, maxBytes: SHARE_BYTES.usual };
      return change({ ...namedFor(of), albumId, expiresAt: null, guests }, of);
    },

    chooseLike: async (shareId, of) => {
      const like = await shares.open(shareId);
      if (!like?.mayUpload) throw new UserError(400, 'A guest code needs a link that takes photos');
      const { albumId, expiresAt, seesAlbum, mayDownload, mayUpload, maxPhotos, maxBytes } = like;
      const opened = { albumId, expiresAt, seesAlbum, mayDownload, guests: { mayUpload, maxPhotos, maxBytes } };
      return change({ ...namedFor(of), ...opened }, of);
    },

    endOf: async (tabletId, except) => {
      // Those too that open nothing now: they would open again when their maker sees the album again.
      const others = (await codesOf(db, tabletId)).filter((id) => id !== except);
      const ended: StoredShare[] = [];
      for (const id of others) {
        const share = await shares.revoke(id, null);
        if (share) ended.push(share);
      }
      return ended;
    },

    lostOn: () => lostOn(db, { shares, sealingKeys }),
  };
}

type Wanted = Parameters<ShareRepository['create']>[0] & { guests: GuestTerms };

function namedFor({ tablet, by }: ForTablet) {
  return { name: `Code on ${tablet.name}`.slice(0, SHARE_NAME_MAX_CHARACTERS), by };
}

interface LostParts {
  shares: ShareRepository;
  sealingKeys: Pick<SealingKeys, 'of'>;
}

async function lostOn(db: Database, { shares, sealingKeys }: LostParts): Promise<string[]> {
  const rows = await db
    .selectFrom('shares')
    .innerJoin('tablets', 'tablets.id', 'shares.tablet_id')
    .select(['shares.id', 'tablets.name', 'sealed_key'])
    .where('sealed_key', 'is not', null)
    .where('revoked_at', 'is', null)
    .execute();
  const sealing = await sealingKeys.of(SEALED);
  const lost = rows.filter(({ sealed_key: sealed }) => sealed !== null && sealing.open(sealed) === undefined);
  const open = await Promise.all(lost.map(({ id }) => shares.open(id)));
  return lost.filter((_, index) => open[index] !== undefined).map(({ name }) => name);
}

async function openOf(db: Database, shares: ShareRepository, tabletId: string): Promise<StoredShare[]> {
  const found = await Promise.all((await codesOf(db, tabletId)).map((id) => shares.open(id)));
  return found.filter((share) => share !== undefined);
}

/** The ids of the tablet's codes that were not ended. */
async function codesOf(db: Database, tabletId: string): Promise<string[]> {
  const rows = db.selectFrom('shares').select('id').where('tablet_id', '=', tabletId).where('revoked_at', 'is', null);
  return (await rows.execute()).map(({ id }) => id);
}

/** Ends a tablet's codes together with the tablet. `db` is the transaction that ends the tablet. */
export async function endCodesWith(db: Database, { id, now }: { id: string; now: number }): Promise<void> {
  const open = db.updateTable('shares').where('tablet_id', '=', id).where('revoked_at', 'is', null);
  await open.set({ revoked_at: now, sealed_key: null }).execute();
}
