import type { ImageKind } from '../store/photoStore.ts';

/** How many of a file's first bytes `recogniseImage` looks at. */
export const HEAD_BYTES = 512;

export type Recognition = { kind: ImageKind } | { kind: undefined; name: string };

interface Signature {
  kind?: ImageKind;
  /** Shown to the person who sent the file. */
  name: string;
  matches: (head: Buffer) => boolean;
}

const SIGNATURES: Signature[] = [
  { kind: 'jpeg', name: 'a JPEG', matches: (head) => begins(head, [0xff, 0xd8, 0xff]) },
  { kind: 'png', name: 'a PNG', matches: (head) => begins(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) },
  { kind: 'gif', name: 'a GIF', matches: (head) => ['GIF87a', 'GIF89a'].includes(textAt(head, 0, 6)) },
  { kind: 'webp', name: 'a WebP', matches: (head) => textAt(head, 0, 4) === 'RIFF' && textAt(head, 8, 4) === 'WEBP' },
  { kind: 'avif', name: 'an AVIF', matches: (head) => brandsOf(head).some((brand) => /^avi[fs]$/.test(brand)) },
  {
    name: 'a HEIC image',
    matches: (head) => brandsOf(head).some((brand) => /^(?:he[ivms][csx]|mif1|msf1)$/.test(brand)),
  },
  { name: 'a video', matches: (head) => brandsOf(head).length > 0 || begins(head, [0x1a, 0x45, 0xdf, 0xa3]) },
  { name: 'a TIFF image', matches: (head) => ['II*\0', 'MM\0*', 'II+\0', 'MM\0+'].includes(textAt(head, 0, 4)) },
  { name: 'a PDF', matches: (head) => head.toString('latin1').includes('%PDF-') },
  { name: 'an SVG drawing', matches: (head) => /<svg[\s>]/i.test(head.toString('latin1')) },
  { name: 'a BMP image', matches: (head) => textAt(head, 0, 2) === 'BM' && head.readUInt32LE(6) === 0 },
  { name: 'a JPEG XL image', matches: (head) => begins(head, [0xff, 0x0a]) || textAt(head, 4, 4) === 'JXL ' },
];

/** Recognises an image by its content; the file's name and declared type do not count. */
export function recogniseImage(firstBytes: Buffer): Recognition {
  // Padded to the full length, so that no signature needs to check how many bytes there are.
  const head = Buffer.alloc(HEAD_BYTES);
  firstBytes.copy(head);
  const found = SIGNATURES.find((signature) => signature.matches(head));
  if (found?.kind) return { kind: found.kind };
  return { kind: undefined, name: found?.name ?? 'not an image' };
}

function begins(head: Buffer, bytes: number[]): boolean {
  return bytes.every((byte, index) => head[index] === byte);
}

function textAt(head: Buffer, start: number, length: number): string {
  return head.toString('latin1', start, start + length);
}

/** The major and the compatible brands of an ISO media file (AVIF, HEIC, MP4). */
function brandsOf(head: Buffer): string[] {
  if (textAt(head, 4, 4) !== 'ftyp') return [];
  const end = Math.min(head.readUInt32BE(0), head.length);
  const brands = [textAt(head, 8, 4)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(textAt(head, at, 4));
  return brands;
}
