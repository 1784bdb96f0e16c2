/** The kinds of picture that are accepted as originals. */
export type ImageKind = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'heic';

/** The number of bytes at the start of a file that `recogniseImage` reads. */
export const HEAD_BYTES = 512;

/** The advice for a file of another kind. */
const SENDABLE = 'Please send JPEG, PNG, WebP, GIF, AVIF or HEIC';

const VIDEO = 'a video';
const ZIP = 'a zip file';
const UNPACK = 'Unpack it, and drop the folder that comes out';

type Recognition = { kind: ImageKind; name?: undefined } | { kind: undefined; name: string };

const IMAGE_NAME = /\.(?:jpe?g|png|webp|gif|avif|hei[cf])$/i;

/** Whether a file is an accepted picture, by its name: for files whose content was not read yet. */
export function isImageName(name: string): boolean {
  return IMAGE_NAME.test(name);
}

interface Signature {
  is: Recognition;
  matches: (head: Uint8Array) => boolean;
}

const accepted = (kind: ImageKind): Recognition => ({ kind });
/** The name is shown to the person who sent the file. */
const other = (name: string): Recognition => ({ kind: undefined, name });

const SIGNATURES: Signature[] = [
  { is: accepted('jpeg'), matches: (head) => begins(head, [0xff, 0xd8, 0xff]) },
  { is: accepted('png'), matches: (head) => begins(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) },
  { is: accepted('gif'), matches: (head) => ['GIF87a', 'GIF89a'].includes(textAt(head, 0, 6)) },
  { is: accepted('webp'), matches: (head) => textAt(head, 0, 4) === 'RIFF' && textAt(head, 8, 4) === 'WEBP' },
  { is: accepted('avif'), matches: (head) => brandsOf(head).some((brand) => /^avi[fs]$/.test(brand)) },
  {
    is: accepted('heic'),
    matches: (head) => brandsOf(head).some((brand) => /^(?:he[ivms][csx]|mif1|msf1)$/.test(brand)),
  },
  { is: other('a sound recording'), matches: isSound },
  { is: other(VIDEO), matches: isVideo },
  { is: other(ZIP), matches: (head) => begins(head, [0x50, 0x4b, 3, 4]) },
  { is: other('a TIFF image'), matches: (head) => ['II*\0', 'MM\0*', 'II+\0', 'MM\0+'].includes(textAt(head, 0, 4)) },
  { is: other('a PDF'), matches: (head) => textAt(head, 0, HEAD_BYTES).includes('%PDF-') },
  { is: other('an SVG drawing'), matches: (head) => /<svg[\s>]/i.test(textAt(head, 0, HEAD_BYTES)) },
  { is: other('a BMP image'), matches: (head) => textAt(head, 0, 2) === 'BM' && textAt(head, 6, 4) === '\0\0\0\0' },
  { is: other('a JPEG XL image'), matches: (head) => begins(head, [0xff, 0x0a]) || textAt(head, 4, 4) === 'JXL ' },
];

/** Recognises an image by its content; the file's name and declared type do not count. */
export function recogniseImage(firstBytes: Uint8Array): Recognition {
  // Padded to the full length, so that no signature needs to check how many bytes there are.
  const head = new Uint8Array(HEAD_BYTES);
  head.set(firstBytes.subarray(0, HEAD_BYTES));
  const found = SIGNATURES.find((signature) => signature.matches(head));
  return found ? found.is : other('not an image');
}

/** Whether a file is a video, by its first bytes. */
export function isVideoContent(firstBytes: Uint8Array): boolean {
  return recogniseImage(firstBytes).name === VIDEO;
}

/** The sentence for a file whose content is not an accepted picture; `name` comes from `recogniseImage`. */
export function wrongKindText(name: string): string {
  return `This is ${name}. ${name === ZIP ? UNPACK : SENDABLE}`;
}

function begins(head: Uint8Array, bytes: number[]): boolean {
  return bytes.every((byte, index) => head[index] === byte);
}

/** Each byte as one character. */
function textAt(head: Uint8Array, start: number, length: number): string {
  return String.fromCharCode(...head.subarray(start, start + length));
}

function isSound(head: Uint8Array): boolean {
  const isWave = textAt(head, 0, 4) === 'RIFF' && textAt(head, 8, 4) === 'WAVE';
  return isWave || /^(?:ID3|fLaC|OggS)/.test(textAt(head, 0, 4)) || brandsOf(head)[0] === 'M4A ';
}

/** Recognises MP4 and its relatives, old QuickTime films, which begin with another atom, and Matroska or WebM. */
function isVideo(head: Uint8Array): boolean {
  const isQuickTime = ['moov', 'mdat', 'wide', 'free', 'skip', 'pnot'].includes(textAt(head, 4, 4));
  return brandsOf(head).length > 0 || isQuickTime || begins(head, [0x1a, 0x45, 0xdf, 0xa3]);
}

/** The major and the compatible brands of an ISO media file (AVIF, HEIC, MP4). */
function brandsOf(head: Uint8Array): string[] {
  if (textAt(head, 4, 4) !== 'ftyp') return [];
  const end = Math.min(new DataView(head.buffer).getUint32(0), head.length);
  const brands = [textAt(head, 8, 4)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(textAt(head, at, 4));
  return brands;
}
