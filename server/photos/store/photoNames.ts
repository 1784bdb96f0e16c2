import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { ImageKind } from '#domain/uploads/imageKinds.ts';
import { isAlbumId, isPhotoFilename } from '#server/core/db/dataFolder.ts';
import { UserError } from '#server/core/errors.ts';
import type { CompanionPart } from '#server/core/companionKind.ts';
import type { PhotoAddress, PhotoPart } from './photoStore.ts';

/** The variants are JPEG: WebP is smaller, but takes three to nine times as long to encode (docs/design/formats.md). */
const VARIANT_EXTENSION = 'jpg';
const ORIGINAL_EXTENSIONS: Record<ImageKind, string> = {
  jpeg: 'jpg',
  png: 'png',
  webp: 'webp',
  gif: 'gif',
  avif: 'avif',
  heic: 'heic',
};
const IMAGE_KINDS: readonly ImageKind[] = ['jpeg', 'png', 'webp', 'gif', 'avif', 'heic'];
const STEM_MAX_BYTES = 80;
/** Longer than any stem, since many of the characters of a name may be dropped. */
const LONGEST_NAME = 1_000;
const FALLBACK_STEM = 'photo';
/** 128 bits as hexadecimal digits, which nobody without the server's secret can derive. */
const SECRET_DIGITS = 32;

interface NamedContent {
  secret: string;
  albumId: string;
  contentHash: string;
  originalFilename: string;
}

/**
 * The name of a photo in the store and in its URL. The same bytes in the same album give the same digits. The digits
 * cannot be guessed and so protect the photo: images have no other protection, since an `<img>` can send no credential.
 */
export function photoFilename({ secret, albumId, contentHash, originalFilename }: NamedContent): string {
  const digits = digitsFrom(secret, [albumId, contentHash]);
  return `${cleanStem(originalFilename)}-${digits}.${VARIANT_EXTENSION}`;
}

interface Change {
  secret: string;
  /** The album of the photo from now on. */
  albumId: string;
  /** Its clockwise turn in degrees from now on; absent if its images stay. */
  rotation?: number;
}

/**
 * Returns the new name of a photo that is moved into another album or rotated. Its digits are new, which ends its
 * previous address. They are derived from the present name: the same change repeated gives the same name, and no change
 * leads back to an earlier one.
 */
export function nextFilename(
  { filename }: Pick<PhotoAddress, 'filename'>,
  { secret, albumId, rotation }: Change,
): string {
  const how = rotation === undefined ? [] : [rotation];
  return withDigits(filename, digitsFrom(secret, [albumId, filename, ...how]));
}

function digitsFrom(secret: string, parts: readonly (string | number)[]): string {
  const digits = createHmac('sha256', keyObject(secret)).update(parts.join('\n')).digest('hex');
  return digits.slice(0, SECRET_DIGITS);
}

let lastKey: { secret: string; key: KeyObject } | undefined;

/** Created once for many photos: thousands are moved by one call, and a key takes longer to make than the digits. */
function keyObject(secret: string): KeyObject {
  if (lastKey?.secret !== secret) lastKey = { secret, key: createSecretKey(Buffer.from(secret, 'hex')) };
  return lastKey.key;
}

/** The secret digits of a photo's name. */
export function digitsOf(filename: string): string {
  return stemOf(filename).slice(-SECRET_DIGITS);
}

/** The name with other digits in place of its own. */
export function withDigits(filename: string, digits: string): string {
  return `${stemOf(filename).slice(0, -SECRET_DIGITS)}${digits}.${VARIANT_EXTENSION}`;
}

/** Whether the server can have made this address. Any other address has no files. */
export function isOurs({ albumId, filename }: PhotoAddress): boolean {
  return isAlbumId(albumId) && isPhotoFilename(filename);
}

/**
 * The album's folder and the photo's folder in it. All paths of photos' files are made here: otherwise a database that
 * somebody tampered with could name files outside of the library.
 */
export function foldersOf(address: PhotoAddress): { album: string; photo: string } {
  if (isOurs(address)) return { album: address.albumId, photo: stemOf(address.filename) };
  const { albumId, filename } = address;
  throw new UserError(
    500,
    `The database names a photo that this server cannot have stored (${JSON.stringify(filename)} in ${JSON.stringify(albumId)}): restore a backup`,
  );
}

/** The photo's name without the extension. */
function stemOf(filename: string): string {
  return filename.slice(0, -(VARIANT_EXTENSION.length + 1));
}

/** The address of the photo whose files are in these folders; undefined where the server cannot have made them. */
export function addressOf(album: string, photo: string): PhotoAddress | undefined {
  const address = { albumId: album, filename: `${photo}.${VARIANT_EXTENSION}` };
  return isOurs(address) ? address : undefined;
}

/** The name of an original in its photo's folder. */
export function originalName(kind: ImageKind): string {
  return `original.${ORIGINAL_EXTENSIONS[kind]}`;
}

/** The kind of picture by the name or path of an original. */
export function kindNamed(name: string): ImageKind | undefined {
  return IMAGE_KINDS.find((kind) => name.endsWith(`/${originalName(kind)}`));
}

/** The names that the file of a part may have in its photo's folder. */
export function namesOfPart(part: PhotoPart): string[] {
  if (isCompanion(part)) return [part];
  return part === 'original' ? IMAGE_KINDS.map(originalName) : [`${part}.${VARIANT_EXTENSION}`];
}

/** Whether a file in a photo's folder is another subject's, by its name. */
export function isCompanion(name: string): name is CompanionPart {
  return /^beside-[\w.-]+$/.test(name);
}

/** The part of a photo that a file in its folder is; undefined for any other file. */
export function partNamed(name: string): PhotoPart | undefined {
  if (name === 'medium.jpg') return 'medium';
  if (name === 'thumbnail.jpg') return 'thumbnail';
  if (isCompanion(name)) return name;
  return name.startsWith('original.') ? 'original' : undefined;
}

/** Leaves letters and digits of any script; the rest, path separators and dots included, becomes single hyphens. */
function cleanStem(originalFilename: string): string {
  // Cut first, because the time that normalising takes grows with the square of the length.
  const basename = originalFilename.split(/[/\\]/).at(-1)?.slice(0, LONGEST_NAME) ?? '';
  const stem = basename
    .replace(/\.[^.]*$/, '')
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}_]+\p{M}*/gu, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^[-\p{M}]+/u, '');
  return cutToBytes(stem, STEM_MAX_BYTES).replace(/-+$/, '') || FALLBACK_STEM;
}

function cutToBytes(text: string, limit: number): string {
  let start = '';
  let bytes = 0;
  // Cuts between graphemes, so that no letter loses its accents.
  for (const { segment } of new Intl.Segmenter('und').segment(text)) {
    bytes += Buffer.byteLength(segment);
    if (bytes > limit) break;
    start += segment;
  }
  return start;
}
