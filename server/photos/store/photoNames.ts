import { createHmac } from 'node:crypto';

/** Variants are JPEG: the benchmark's table in the README says why. */
const VARIANT_EXTENSION = 'jpg';
const STEM_MAX_BYTES = 80;
const FALLBACK_STEM = 'photo';
/** 32 hexadecimal digits: 128 bits that nobody without the server's secret can derive. */
const SECRET_DIGITS = 32;

const PHOTO_FILENAME = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_-]{0,80}-[0-9a-f]{32}\.jpg$/u;

export interface NamedContent {
  secret: string;
  albumId: string;
  contentHash: string;
  originalFilename: string;
}

/**
 * The name a photo is stored and asked for by: DECISIONS §3. The same bytes in the same album give the same
 * digits, and the whole name is protected by them, since an image's URL is all that a browser can show.
 */
export function photoFilename({ secret, albumId, contentHash, originalFilename }: NamedContent): string {
  const digits = createHmac('sha256', Buffer.from(secret, 'hex')).update(`${albumId}\n${contentHash}`).digest('hex');
  return `${cleanStem(originalFilename)}-${digits.slice(0, SECRET_DIGITS)}.${VARIANT_EXTENSION}`;
}

/** The secret digits of a name that `isPhotoFilename`. */
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

/** Letters and digits of any script; all else, path separators and dots included, becomes a single hyphen. */
function cleanStem(originalFilename: string): string {
  const basename = originalFilename.split(/[/\\]/).at(-1) ?? '';
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
  // A grapheme is cut off whole, so that no letter loses its accents.
  for (const { segment } of new Intl.Segmenter('und').segment(text)) {
    bytes += Buffer.byteLength(segment);
    if (bytes > limit) break;
    kept += segment;
  }
  return kept;
}
