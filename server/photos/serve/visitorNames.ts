import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import { digitsOf, withDigits } from '../store/photoNames.ts';

/** Each name is one block with digits of its own, so no name stands beside another one that could tell something. */
const CIPHER = 'aes-256-ecb';
const PURPOSE = 'photo names for visitors';
const SHARE_BYTES = 8;
const PHOTO_BYTES = 6;
const CHECK_BYTES = 2;
/** No library has so many photos, so most names of other photos are told from visitors' without the database. */
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
 * The names by which a visitor asks for the photos of a share. The digits are the share and the photo, encrypted: the
 * server finds both in the name alone and can check them at each request, and nobody else can derive such a name from the
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

  /** The photo as the share's visitors may know it. */
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

  /** Undefined for a name that is no visitor's. To be compared with `nameOf`, since other names may look like one. */
  read(filename: string): VisitorName | undefined {
    const block = this.#decipher.update(digitsOf(filename), 'hex');
    const share = block.toString('hex', 0, SHARE_BYTES);
    const photoId = block.readUIntBE(SHARE_BYTES, PHOTO_BYTES);
    if (!RANDOM_ID.test(share) || photoId >= PHOTO_IDS) return undefined;
    return { shareStart: `${share.slice(0, 8)}-${share.slice(8, 12)}-${share.slice(12)}`, photoId };
  }
}
