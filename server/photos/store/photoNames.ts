import { createHmac } from 'node:crypto';
import type { ImageKind } from '../../../src/domain/uploads/imageKinds.ts';
import type { PhotoPart } from './photoStore.ts';

/** The variants are JPEG: WebP is smaller, but takes three to nine times as long to encode (`npm run lab -- formats`). */
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

const PHOTO_FILENAME = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_-]{0,80}-[0-9a-f]{32}\.jpg$/u;

export interface NamedContent {
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
  const digits = createHmac('sha256', Buffer.from(secret, 'hex')).update(`${albumId}\n${contentHash}`).digest('hex');
  return `${cleanStem(originalFilename)}-${digits.slice(0, SECRET_DIGITS)}.${VARIANT_EXTENSION}`;
}

/** The secret digits of a photo's name. */
export function digitsOf(filename: string): string {
  return stemOf(filename).slice(-SECRET_DIGITS);
}

export function isPhotoFilename(filename: string): boolean {
  return PHOTO_FILENAME.test(filename);
}

/** The photo's folder in the store: its name without the extension. */
export function stemOf(filename: string): string {
  return filename.slice(0, -(VARIANT_EXTENSION.length + 1));
}

export function filenameOf(stem: string): string {
  return `${stem}.${VARIANT_EXTENSION}`;
}

/** The name of an original in its photo's folder. */
export function originalName(kind: ImageKind): string {
  return `original.${ORIGINAL_EXTENSIONS[kind]}`;
}

/** The kind of picture that an original of this name or path is. */
export function kindNamed(name: string): ImageKind | undefined {
  return IMAGE_KINDS.find((kind) => name.endsWith(`/${originalName(kind)}`));
}

/** The names that the file of a part may have in its photo's folder. */
export function namesOfPart(part: PhotoPart): string[] {
  return part === 'original' ? IMAGE_KINDS.map(originalName) : [`${part}.${VARIANT_EXTENSION}`];
}

/** The part of a photo that a file in its folder is; undefined for a file that is none. */
export function partNamed(name: string): PhotoPart | undefined {
  if (name === 'medium.jpg') return 'medium';
  if (name === 'thumbnail.jpg') return 'thumbnail';
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
  let kept = '';
  let bytes = 0;
  // Cuts between graphemes, so that no letter loses its accents.
  for (const { segment } of new Intl.Segmenter('und').segment(text)) {
    bytes += Buffer.byteLength(segment);
    if (bytes > limit) break;
    kept += segment;
  }
  return kept;
}
