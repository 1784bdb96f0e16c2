import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import { isBelowRoots } from '#server/core/db/albumsAbove.ts';
import type { Database } from '#server/core/db/open.ts';
import { STATE } from '#server/core/db/photoTables.ts';
import { digitsOf, withDigits } from '../store/photoNames.ts';
import { FILES_ALBUM, FILES_NAME } from '../store/fileQueries.ts';
import type { PhotoAddress } from '../store/photoStore.ts';

/** Each name is one block with digits of its own, so two names have nothing in common that could reveal something. */
const CIPHER = 'aes-256-ecb';
const PURPOSE = 'photo names for visitors';
const SHARE_BYTES = 8;
const PHOTO_BYTES = 6;
const CHECK_BYTES = 2;
/** Ids are below this number in any library, so that most names of other photos are recognised without the database. */
const PHOTO_IDS = 2 ** 32;
const RANDOM_ID = /^[0-9a-f]{12}4/;

interface NamedPhoto {
  id: number;
  filename: string;
}

interface VisitorName {
  /** The beginning of the share's id. */
  shareStart: string;
  photoId: number;
}

/**
 * The names by which a visitor requests the photos of a share. The digits are the share and the photo, encrypted: the
 * server reads both from the name and can check them at each request, and nobody else can derive such a name from the
 * photo's own, or the other way round.
 */
export class VisitorNames {
  readonly #cipher;
  readonly #decipher;

  /** The secret: hexadecimal digits. */
  constructor(secret: string) {
    const key = Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'hex'), '', PURPOSE, 32));
    this.#cipher = createCipheriv(CIPHER, key, null).setAutoPadding(false);
    this.#decipher = createDecipheriv(CIPHER, key, null).setAutoPadding(false);
  }

  /** The photo with its name for the share's visitors. */
  named<Photo extends NamedPhoto>(photo: Photo, shareId: string): Photo {
    return Object.assign({}, photo, { filename: this.nameOf(photo, shareId) });
  }

  nameOf({ id, filename }: NamedPhoto, shareId: string): string {
    const block = Buffer.alloc(SHARE_BYTES + PHOTO_BYTES + CHECK_BYTES);
    block.write(shareId.replaceAll('-', ''), 0, SHARE_BYTES, 'hex');
    block.writeUIntBE(id, SHARE_BYTES, PHOTO_BYTES);
    block.write(digitsOf(filename), SHARE_BYTES + PHOTO_BYTES, CHECK_BYTES, 'hex');
    return withDigits(filename, this.#cipher.update(block).toString('hex'));
  }

  /**
   * Undefined for a name that is no visitor's. Compare the result with `nameOf`, since other names may look like one.
   */
  read(filename: string): VisitorName | undefined {
    const block = this.#decipher.update(digitsOf(filename), 'hex');
    const share = block.toString('hex', 0, SHARE_BYTES);
    const photoId = block.readUIntBE(SHARE_BYTES, PHOTO_BYTES);
    if (!RANDOM_ID.test(share) || photoId >= PHOTO_IDS) return undefined;
    return { shareStart: `${share.slice(0, 8)}-${share.slice(8, 12)}-${share.slice(12)}`, photoId };
  }
}

interface OpenShares {
  /** The open share whose id begins like this. */
  openWith(idStart: string): Promise<{ id: string; albumId: string } | undefined>;
}

interface Sources {
  db: Database;
  shares: OpenShares;
  names: VisitorNames;
}

/** The files of a photo, the share through which it is seen, and the name it was uploaded with. */
export interface VisitorPhoto extends PhotoAddress {
  shareId: string;
  originalFilename: string;
}

/**
 * Finds the files of the photo that a visitor requests by this name, while the share is open, and the photo is in the
 * shared album or below it and not hidden. Nothing of it is cached, so that the name ends with the share.
 */
export function visitorPhotos({ db, shares, names }: Sources): (filename: string) => Promise<VisitorPhoto | undefined> {
  return async (filename) => {
    const name = names.read(filename);
    if (!name) return undefined;
    const { shareStart, photoId } = name;
    const share = await shares.openWith(shareStart);
    if (!share) return undefined;
    const photo = await db
      .selectFrom('photos')
      .select(['id', 'filename', 'album_id as albumId', 'original_filename as originalFilename'])
      .select([FILES_ALBUM.as('filesIn'), FILES_NAME.as('filesNamed')])
      .where('id', '=', photoId)
      .where('state', '=', STATE.shown)
      .where('hidden', '=', 0)
      .executeTakeFirst();
    if (!photo || names.nameOf(photo, share.id) !== filename) return undefined;
    if (!(await isBelowRoots(db, { albumId: photo.albumId, roots: [share.albumId] }))) return undefined;
    const { filesIn, filesNamed, originalFilename } = photo;
    return { albumId: filesIn, filename: filesNamed, shareId: share.id, originalFilename };
  };
}
