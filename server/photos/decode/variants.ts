import { createHash } from 'node:crypto';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { writeDurably } from '../store/durableFiles.ts';
import type { DecodedPhoto, DecodeRequest } from './decoderMessages.ts';
import { takenAt } from './takenAt.ts';

const MEDIUM_SIDE = 2048;
const THUMBNAIL_SHORT_SIDE = 400;
const JPEG_QUALITY = 80;
/** A picture one pixel high and a million wide is no photo and only costs time. */
const MAX_SIDE = 32_767;
/** The memory that the process takes without a picture. */
const RESTING_BYTES = 90 * 1024 * 1024;
const FORMATS = ['jpeg', 'png', 'webp', 'gif', 'heif'];

export class TooManyPixelsError extends Error {
  override name = 'TooManyPixelsError';
}

/** The picture needs more memory than its process may take; thrown before that memory is taken. */
export class TooMuchMemoryError extends Error {
  override name = 'TooMuchMemoryError';
}

/**
 * Allows only five of libvips' loaders. A file's name does not tell its format, and an SVG could take very long to
 * load.
 */
export function prepareSharp(): void {
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpeg',
      'VipsForeignLoadPng',
      'VipsForeignLoadWebp',
      'VipsForeignLoadNsgif',
      'VipsForeignLoadHeif',
    ],
  });
}

/**
 * Decodes a picture once and writes both variants to disk: upright, in sRGB, and without the original's metadata, since
 * they are encoded from bare pixels.
 */
export async function writeVariants({ files, maxPixels, memoryBytes }: DecodeRequest): Promise<DecodedPhoto> {
  const input = sharp(files.original, { failOn: 'error', limitInputPixels: maxPixels, autoOrient: true });
  const metadata = await input.metadata();
  checkMetadata(metadata, maxPixels);
  if (neededBytes(metadata) > memoryBytes) throw new TooMuchMemoryError();
  const medium = await decodeMedium(input, metadata);
  const [mediumHash, thumbnailHash] = await Promise.all([
    writeJpeg(fromRaw(medium), files.medium),
    writeJpeg(
      fromRaw(medium).resize({
        width: THUMBNAIL_SHORT_SIDE,
        height: THUMBNAIL_SHORT_SIDE,
        fit: 'outside',
        withoutEnlargement: true,
      }),
      files.thumbnail,
    ),
  ]);
  return { takenAt: takenAt(metadata.exif), mediumHash, thumbnailHash };
}

function checkMetadata({ width, height, format, compression }: Metadata, maxPixels: number): void {
  if (!FORMATS.includes(format) || (format === 'heif' && compression !== 'av1')) {
    throw new Error(`The decoder took the file for ${format}`);
  }
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > maxPixels) throw new TooManyPixelsError();
}

/**
 * The memory that decoding takes. Most formats are decoded a few rows at a time; for the others it was measured how
 * many bytes a pixel takes.
 */
function neededBytes({ width, height, format, isProgressive }: Metadata): number {
  const pixels = width * height;
  if (format === 'heif') return RESTING_BYTES + pixels * 18;
  if (format === 'gif') return RESTING_BYTES + pixels * 6;
  return isProgressive ? RESTING_BYTES + pixels * (format === 'png' ? 4 : 3.3) : RESTING_BYTES;
}

interface RawPicture {
  data: Buffer;
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 };
}

async function decodeMedium(input: Sharp, metadata: Metadata): Promise<RawPicture> {
  const fitted = input.resize({ width: MEDIUM_SIDE, height: MEDIUM_SIDE, fit: 'inside', withoutEnlargement: true });
  // JPEG has no transparency: transparent parts become white.
  const opaque = metadata.hasAlpha ? fitted.flatten({ background: '#ffffff' }) : fitted;
  return opaque.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
}

function fromRaw({ data, info }: RawPicture): Sharp {
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
}

async function writeJpeg(picture: Sharp, file: string): Promise<string> {
  const encoded = await picture.jpeg({ quality: JPEG_QUALITY }).toBuffer();
  await writeDurably(file, encoded);
  return createHash('sha256').update(encoded).digest('hex');
}
